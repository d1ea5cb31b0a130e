/*
 * Deposit channels of the sandbox: addresses that only this program signs for, and from which only the vault's key takes.
 * Accounts 0 configuration (its first 32 bytes: the key; then the bump of its own address), 1 the key, 2 channel, then
 * for lamports 3 system program, for a token 3 the channel's token account, 4 the vault's, 5 token program.
 * Data: u8 kind (0 lamports, 1 token), u64 channel number, u8 bump.
 */
#include "sdk.h"

#define NOTHING_THERE 6000

typedef struct { u8 number[8]; u8 bump; } Channel;

static u64 check(Call *call, const Channel *channel) {
  Account *a = call->accounts;
  REQUIRE(same_key(a[0].owner, call->program) && a[0].data_len == 33, WRONG_PROGRAM_OWNER);
  Key expected;
  Seed own[2] = {{BYTES("data"), 4}, {a[0].data + 32, 1}};
  REQUIRE(!sol_create_program_address(own, 2, call->program, &expected) && same_key(&expected, a[0].key), CONSTRAINT_SEEDS);
  TRY(require_signer(&a[1]));
  REQUIRE(same_key(a[1].key, (const Key *)a[0].data), CONSTRAINT_HAS_ONE);
  Seed seeds[3] = {{BYTES("channel"), 7}, {channel->number, 8}, {&channel->bump, 1}};
  REQUIRE(!sol_create_program_address(seeds, 3, call->program, &expected) && same_key(&expected, a[2].key), CONSTRAINT_SEEDS);
  return 0;
}

static u64 fetch_lamports(Call *call, const SignerSeeds *signer) {
  Account *a = call->accounts;
  REQUIRE(call->count >= 4, NOT_ENOUGH_ACCOUNTS);
  REQUIRE(same_key(a[3].key, &SYSTEM_PROGRAM), INVALID_PROGRAM_ID);
  REQUIRE(*a[2].lamports > 0, NOTHING_THERE);
  Transfer transfer = {a[2].key, a[1].key, *a[2].lamports};
  return transfer_lamports(call, &transfer, signer);
}

static u64 fetch_token(Call *call, const SignerSeeds *signer) {
  Account *a = call->accounts;
  REQUIRE(call->count >= 6, NOT_ENOUGH_ACCOUNTS);
  REQUIRE(same_key(a[5].key, &TOKEN_PROGRAM), INVALID_PROGRAM_ID);
  TRY(require_token_account(&a[3]));
  TRY(require_token_account(&a[4]));
  REQUIRE(same_key(TOKEN_OWNER(&a[3]), a[2].key), CONSTRAINT_TOKEN_OWNER);
  REQUIRE(same_key(TOKEN_OWNER(&a[4]), a[1].key), CONSTRAINT_TOKEN_OWNER);
  u64 amount = TOKEN_AMOUNT(&a[3]);
  REQUIRE(amount > 0, NOTHING_THERE);
  u8 data[9] = {3};
  write_u64(data + 1, amount);
  Meta metas[3] = {{a[3].key, 1, 0}, {a[4].key, 1, 0}, {a[2].key, 0, 1}};
  Instruction instruction = {&TOKEN_PROGRAM, metas, 3, data, sizeof data};
  return invoke(call, &instruction, signer);
}

u64 entrypoint(u8 *input) {
  Call *call = (Call *)HEAP;
  TRY(read_call(call, input));
  REQUIRE(call->length > 0, INSTRUCTION_MISSING);
  REQUIRE(call->length == 10, INSTRUCTION_MALFORMED);
  REQUIRE(call->count >= 4, NOT_ENOUGH_ACCOUNTS);
  Channel channel;
  for (int i = 0; i < 8; i++) channel.number[i] = call->data[1 + i];
  channel.bump = call->data[9];
  TRY(check(call, &channel));
  Seed seeds[3] = {{BYTES("channel"), 7}, {channel.number, 8}, {&channel.bump, 1}};
  SignerSeeds signer = {seeds, 3};
  if (call->data[0] == 0) return fetch_lamports(call, &signer);
  if (call->data[0] == 1) return fetch_token(call, &signer);
  return INSTRUCTION_UNKNOWN;
}
