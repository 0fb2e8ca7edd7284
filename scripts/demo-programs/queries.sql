-- Joins, aggregates, window functions, recursion, text and floating point over 20,000 rows.
CREATE TABLE item(id INTEGER PRIMARY KEY, kind TEXT, price REAL, parent INTEGER);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
INSERT INTO item SELECT i, substr('alphabetagammadelta', 1 + (i * 7) % 15, 4),
                        round((i * 7919 % 10007) / 7.0, 3), i / 3 FROM n;
CREATE INDEX by_kind ON item(kind, price);
SELECT kind, count(*), round(sum(price), 2), min(price), max(price) FROM item GROUP BY kind;
SELECT a.kind, count(*) FROM item a JOIN item b ON b.id = a.parent WHERE b.price > a.price
  GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 8;
WITH RECURSIVE up(id, depth) AS (SELECT 19999, 0 UNION ALL
  SELECT item.parent, depth + 1 FROM item JOIN up USING (id) WHERE item.parent > 0)
SELECT group_concat(id, '<') FROM up;
SELECT id, kind, rank FROM (SELECT id, kind, rank() OVER (PARTITION BY kind ORDER BY price DESC, id)
  AS rank FROM item) WHERE rank = 1 ORDER BY id;
SELECT count(*) FROM item WHERE kind LIKE '%ta%' AND CAST(price AS INTEGER) % 3 = 0;
PRAGMA integrity_check;
