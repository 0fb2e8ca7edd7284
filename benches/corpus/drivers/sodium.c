// Hashes, seals, opens, signs and agrees on keys with libsodium.
#include "common.h"
#include <sodium.h>
#include <string.h>

enum { SIZE = 100000, KEYS = 6 };

// The drivers need the same output in every run.
static const char *nameOfSource(void) { return "fixed"; }
static void fillRandom(void *const Bytes, const size_t Size) { fillText(Bytes, Size); }
static struct randombytes_implementation Source = {nameOfSource, nextRandom, NULL,
                                                   NULL,         fillRandom, NULL};

int main(void) {
  require(randombytes_set_implementation(&Source) == 0 && sodium_init() == 0, "start");
  unsigned char *Text = allocate(SIZE), *Sealed = allocate(SIZE + 64), *Back = allocate(SIZE);
  unsigned char Public[64], Secret[64], Hash[64], Nonce[24] = {0};
  fillText((char *)Text, SIZE);
  uint64_t Sum = 0;
  for (unsigned I = 0; I < KEYS; ++I) {
    crypto_sign_keypair(Public, Secret);
    crypto_sign_detached(Hash, NULL, Text, SIZE, Secret);
    require(crypto_sign_verify_detached(Hash, Text, SIZE, Public) == 0, "verify");
    Sum = checksum(Sum, Hash, sizeof Hash);
    crypto_scalarmult_base(Public, Secret);
    require(crypto_scalarmult(Hash, Secret, Public) == 0, "agree");
    crypto_secretbox_easy(Sealed, Text, SIZE, Nonce, Hash);
    require(crypto_secretbox_open_easy(Back, Sealed, SIZE + crypto_secretbox_MACBYTES, Nonce,
                                       Hash) == 0,
            "open");
    require(memcmp(Text, Back, SIZE) == 0, "the text has changed");
    crypto_generichash(Hash, sizeof Hash, Sealed, SIZE, NULL, 0);
    Sum = checksum(Sum, Hash, sizeof Hash);
    crypto_hash_sha512(Hash, Sealed, SIZE);
    Sum = checksum(Sum, Hash, sizeof Hash);
  }
  printResult(SIZE, Sum);
}
