//! Command lines as a shell reads them.

/// The words of a command as a shell reads them.
pub fn words(words: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,./:%@".contains(c);
    let quoted: Vec<String> = words
        .iter()
        .map(|word| match !word.is_empty() && word.chars().all(plain) {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', r"'\''")),
        })
        .collect();
    quoted.join(" ")
}
