// Signs and verifies messages with libsecp256k1, whose crate gives all names a prefix.
#include "common.h"
#include <secp256k1.h>
#include <secp256k1_preallocated.h>

#define NAME(Rest) rustsecp256k1_v0_10_0_##Rest

enum { KEYS = 60 };

// libsecp256k1 calls these where it is used wrongly.
void NAME(default_illegal_callback_fn)(const char *What, void *Data) {
  (void)Data;
  require(0, What);
}
void NAME(default_error_callback_fn)(const char *What, void *Data) {
  (void)Data;
  require(0, What);
}

int main(void) {
  void *Memory = allocate(NAME(context_preallocated_size)(SECP256K1_CONTEXT_NONE));
  NAME(context) *Context = NAME(context_preallocated_create)(Memory, SECP256K1_CONTEXT_NONE);
  unsigned char Secret[32], Message[32], Bytes[64];
  uint64_t Sum = 0;
  for (unsigned I = 0; I < KEYS; ++I) {
    fillText((char *)Secret, sizeof Secret);
    fillText((char *)Message, sizeof Message);
    NAME(pubkey) Public;
    NAME(ecdsa_signature) Signature;
    require(NAME(ec_pubkey_create)(Context, &Public, Secret), "derive the public key");
    require(NAME(ecdsa_sign)(Context, &Signature, Message, Secret, NULL, NULL), "sign");
    require(NAME(ecdsa_verify)(Context, &Signature, Message, &Public), "verify");
    Message[0] ^= 1;
    require(!NAME(ecdsa_verify)(Context, &Signature, Message, &Public), "refuse");
    NAME(ecdsa_signature_serialize_compact)(Context, Bytes, &Signature);
    Sum = checksum(Sum, Bytes, sizeof Bytes);
  }
  printResult(KEYS * sizeof Bytes, Sum);
}
