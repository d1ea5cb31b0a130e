/*
 * Chainflip's swap endpoint as far as users and its network call it: it takes what is swapped into the vault and writes
 * the swap down in an account of its own. Names, accounts, data and account layouts are those of chainflip-backend
 * contract-interfaces/sol-program-idls/v1.3.0/swap_endpoint.json; the numbers from 6002 on are this program's own.
 */
#include "swap-call.h"

static const Key VAULT_PROGRAM = KEY_VAULT_PROGRAM;
static const Key VAULT_DATA = KEY_VAULT_DATA;
static const Key NATIVE_VAULT = KEY_NATIVE_VAULT;
static const Key SWAP_DATA = KEY_SWAP_DATA;
static const Key ATA_PROGRAM = KEY_ATA_PROGRAM;

static const u8 X_SWAP_NATIVE[8] = {163, 38, 92, 226, 243, 105, 141, 196};
static const u8 X_SWAP_TOKEN[8] = {69, 50, 252, 99, 229, 83, 119, 235};
static const u8 CLOSE_EVENTS[8] = {165, 102, 61, 1, 185, 77, 189, 121};
static const u8 FETCH_NATIVE[8] = {133, 121, 179, 232, 138, 188, 83, 67};
static const u8 DATA_ACCOUNT[8] = {85, 240, 182, 158, 76, 7, 18, 233};
static const u8 SUPPORTED_TOKEN[8] = {56, 162, 96, 99, 193, 245, 204, 108};
static const u8 SWAP_ENDPOINT_DATA[8] = {79, 152, 191, 225, 128, 108, 11, 139};
static const u8 SWAP_EVENT[8] = {150, 251, 114, 94, 200, 113, 248, 70};

static u64 check_config(const Account *config) {
  REQUIRE(same_key(config->key, &VAULT_DATA), CONSTRAINT_SEEDS);
  REQUIRE(same_key(config->owner, &VAULT_PROGRAM), WRONG_PROGRAM_OWNER);
  REQUIRE(config->data_len >= DATA_BYTES && same(config->data, DATA_ACCOUNT, 8), DISCRIMINATOR_MISMATCH);
  return 0;
}

static u64 check_swaps(const Account *swaps, const Key *program) {
  REQUIRE(same_key(swaps->key, &SWAP_DATA), CONSTRAINT_SEEDS);
  REQUIRE(same_key(swaps->owner, program), WRONG_PROGRAM_OWNER);
  REQUIRE(swaps->data_len >= OPEN_FIRST && same(swaps->data, SWAP_ENDPOINT_DATA, 8), DISCRIMINATOR_MISMATCH);
  return require_writable(swaps);
}

/* Notes the account of the swap among those that are open. */
static u64 track(const Account *config, Account *swaps, const Key *event) {
  u32 open = read_u32(swaps->data + OPEN_COUNT);
  REQUIRE(open < read_u32(config->data + DATA_MOST_EVENTS), TOO_MANY_EVENTS);
  u8 *slot = swaps->data + OPEN_FIRST + 32 * (u64)open;
  REQUIRE(slot + 32 <= swaps->data + swaps->data_len, TOO_MANY_EVENTS);
  *(Key *)slot = *event;
  write_u32(swaps->data + OPEN_COUNT, open + 1);
  u64 ever = read_u64(swaps->data + SWAPS_EVER) + 1;
  REQUIRE(ever, MATH_OVERFLOW);
  write_u64(swaps->data + SWAPS_EVER, ever);
  return 0;
}

typedef struct { const Key *payer; Account *account; u64 length; const SignerSeeds *signer; } Creation;

/* Also where somebody has sent lamports to the address before, which must not keep its owner from it. */
static u64 create(Call *call, const Creation *creation) {
  u64 rent = (ACCOUNT_OVERHEAD + creation->length) * RENT_PER_BYTE, has = *creation->account->lamports;
  u8 data[52];
  if (has == 0) {
    write_u32(data, 0);
    write_u64(data + 4, rent);
    write_u64(data + 12, creation->length);
    *(Key *)(data + 20) = *call->program;
    Meta metas[2] = {{creation->payer, 1, 1}, {creation->account->key, 1, 1}};
    Instruction instruction = {&SYSTEM_PROGRAM, metas, 2, data, 52};
    return invoke(call, &instruction, creation->signer);
  }
  if (has < rent) {
    Transfer transfer = {creation->payer, creation->account->key, rent - has};
    TRY(transfer_lamports(call, &transfer, 0));
  }
  Meta metas[1] = {{creation->account->key, 1, 1}};
  Instruction instruction = {&SYSTEM_PROGRAM, metas, 1, data, 12};
  write_u32(data, 8);
  write_u64(data + 4, creation->length);
  TRY(invoke(call, &instruction, creation->signer));
  instruction.data_len = 36;
  write_u32(data, 1);
  *(Key *)(data + 4) = *call->program;
  return invoke(call, &instruction, creation->signer);
}

static u8 *put(u8 *at, const Run *run) {
  for (u64 i = 0; i < run->length; i++) at[i] = run->start[i];
  return at + run->length;
}

typedef struct { Account *from, *event, *swaps; const Key *mint; } Roles;

/* Makes the account of the swap at the address that follows from sender and seed, and fills it in. */
static u64 write_event(Call *call, const Swap *swap, const Roles *roles) {
  Key expected;
  u8 bump;
  Seed seeds[4] = {{BYTES("swap_event"), 10}, {roles->from->key->x, 32}, {swap->seed, swap->seed_length}, {&bump, 1}};
  TRY(sol_try_find_program_address(seeds, 3, call->program, &expected, &bump));
  REQUIRE(same_key(&expected, roles->event->key), CONSTRAINT_SEEDS);
  TRY(require_writable(roles->event));
  SignerSeeds signer = {seeds, 4};
  u64 length = 8 + 8 + 32 + swap->destination.length + 8 + (roles->mint ? 33 : 1) + swap->message.length + swap->parameters.length;
  Creation creation = {roles->from->key, roles->event, length, &signer};
  TRY(create(call, &creation));
  Clock clock;
  TRY(sol_get_clock_sysvar(&clock));
  u8 *at = roles->event->data;
  for (int i = 0; i < 8; i++) at[i] = SWAP_EVENT[i];
  write_u64(at + 8, clock.slot);
  *(Key *)(at + EVENT_SENDER) = *roles->from->key;
  at = put(at + EVENT_SENDER + 32, &swap->destination);
  write_u64(at, swap->amount);
  at += 8;
  *at++ = roles->mint ? 1 : 0;
  if (roles->mint) { *(Key *)at = *roles->mint; at += 32; }
  put(put(at, &swap->message), &swap->parameters);
  return track(&call->accounts[0], roles->swaps, roles->event->key);
}

static u64 check_open(const Account *config) {
  TRY(check_config(config));
  REQUIRE(!config->data[DATA_SUSPENDED] && !config->data[DATA_SUSPENDED_EVENTS], SUSPENDED);
  return 0;
}

/* Accounts 0 configuration, 1 vault, 2 sender, 3 account of the swap, 4 open swaps, 5 system program. */
static u64 x_swap_native(Call *call) {
  Account *a = call->accounts;
  REQUIRE(call->count >= 6, NOT_ENOUGH_ACCOUNTS);
  TRY(check_open(&a[0]));
  REQUIRE(same_key(a[1].key, &NATIVE_VAULT), CONSTRAINT_SEEDS);
  TRY(require_writable(&a[1]));
  TRY(require_signer(&a[2]));
  TRY(require_writable(&a[2]));
  TRY(check_swaps(&a[4], call->program));
  REQUIRE(same_key(a[5].key, &SYSTEM_PROGRAM), INVALID_PROGRAM_ID);
  Swap swap;
  TRY(read_swap(call, &swap, 0));
  REQUIRE(swap.amount > 0 && swap.amount >= read_u64(a[0].data + DATA_LEAST_NATIVE), AMOUNT_TOO_SMALL);
  Transfer transfer = {a[2].key, a[1].key, swap.amount};
  TRY(transfer_lamports(call, &transfer, 0));
  Roles roles = {&a[2], &a[3], &a[4], 0};
  LOG("Instruction: XSwapNative");
  return write_event(call, &swap, &roles);
}

/* Whether account 1 is the vault's for the mint in account 8, and the mint one that it takes, from what amount on. */
static u64 check_token(Account *a, u64 *least) {
  Key expected;
  u8 bump;
  const Key *vault = (const Key *)(a[0].data + DATA_TOKEN_VAULT);
  Seed ata[3] = {{vault->x, 32}, {TOKEN_PROGRAM.x, 32}, {a[8].key->x, 32}};
  TRY(sol_try_find_program_address(ata, 3, &ATA_PROGRAM, &expected, &bump));
  REQUIRE(same_key(&expected, a[1].key), CONSTRAINT_SEEDS);
  TRY(require_token_account(&a[1]));
  REQUIRE(same_key(TOKEN_MINT(&a[1]), a[8].key), CONSTRAINT_TOKEN_MINT);
  REQUIRE(same_key(TOKEN_OWNER(&a[1]), vault), CONSTRAINT_TOKEN_OWNER);
  Seed supported[2] = {{BYTES("supported_token"), 15}, {a[8].key->x, 32}};
  TRY(sol_try_find_program_address(supported, 2, &VAULT_PROGRAM, &expected, &bump));
  REQUIRE(same_key(&expected, a[6].key), CONSTRAINT_SEEDS);
  REQUIRE(same_key(a[6].owner, &VAULT_PROGRAM), WRONG_PROGRAM_OWNER);
  REQUIRE(a[6].data_len >= 48 && same(a[6].data, SUPPORTED_TOKEN, 8), DISCRIMINATOR_MISMATCH);
  REQUIRE(same_key((const Key *)(a[6].data + 8), a[8].key), CONSTRAINT_TOKEN_MINT);
  *least = read_u64(a[6].data + 40);
  return 0;
}

/* Accounts 0 configuration, 1 vault's token account, 2 sender, 3 sender's token account, 4 account of the swap, 5 open
   swaps, 6 supported token, 7 token program, 8 mint, 9 system program. */
static u64 x_swap_token(Call *call) {
  Account *a = call->accounts;
  REQUIRE(call->count >= 10, NOT_ENOUGH_ACCOUNTS);
  TRY(check_open(&a[0]));
  TRY(require_writable(&a[1]));
  TRY(require_signer(&a[2]));
  TRY(require_writable(&a[2]));
  TRY(require_writable(&a[3]));
  TRY(check_swaps(&a[5], call->program));
  REQUIRE(same_key(a[7].key, &TOKEN_PROGRAM), INVALID_PROGRAM_ID);
  REQUIRE(same_key(a[9].key, &SYSTEM_PROGRAM), INVALID_PROGRAM_ID);
  u64 least;
  TRY(check_token(a, &least));
  REQUIRE(!same_key(a[1].key, a[3].key), CONSTRAINT_DUPLICATE);
  TRY(require_token_account(&a[3]));
  REQUIRE(same_key(TOKEN_MINT(&a[3]), a[8].key), CONSTRAINT_TOKEN_MINT);
  REQUIRE(same_key(TOKEN_OWNER(&a[3]), a[2].key), CONSTRAINT_TOKEN_OWNER);
  Swap swap;
  TRY(read_swap(call, &swap, 1));
  REQUIRE(swap.amount > 0 && swap.amount >= least, AMOUNT_TOO_SMALL);
  u8 data[10] = {12};
  write_u64(data + 1, swap.amount);
  data[9] = swap.decimals;
  Meta metas[4] = {{a[3].key, 1, 0}, {a[8].key, 0, 0}, {a[1].key, 1, 0}, {a[2].key, 0, 1}};
  Instruction instruction = {&TOKEN_PROGRAM, metas, 4, data, sizeof data};
  TRY(invoke(call, &instruction, 0));
  Roles roles = {&a[2], &a[4], &a[5], a[8].key};
  LOG("Instruction: XSwapToken");
  return write_event(call, &swap, &roles);
}

static u64 check_authority(const Account *config, const Account *authority) {
  TRY(check_config(config));
  TRY(require_signer(authority));
  REQUIRE(same_key(authority->key, (const Key *)(config->data + DATA_AUTHORITY)), CONSTRAINT_HAS_ONE);
  return 0;
}

static u64 untrack(Account *swaps, const Key *event) {
  u32 open = read_u32(swaps->data + OPEN_COUNT);
  Key *first = (Key *)(swaps->data + OPEN_FIRST);
  for (u32 i = 0; i < open; i++) {
    if (!same_key(&first[i], event)) continue;
    first[i] = first[open - 1];
    write_u32(swaps->data + OPEN_COUNT, open - 1);
    return 0;
  }
  return NOT_TRACKED;
}

/* Accounts 0 configuration, 1 the network's key, 2 open swaps, then pairs: account of a swap, its sender, who gets its rent back. */
static u64 close_events(Call *call) {
  Account *a = call->accounts;
  REQUIRE(call->length == 8, INSTRUCTION_MALFORMED);
  REQUIRE(call->count >= 5 && call->count % 2 == 1, NOT_ENOUGH_ACCOUNTS);
  TRY(check_authority(&a[0], &a[1]));
  TRY(check_swaps(&a[2], call->program));
  for (u64 i = 3; i < call->count; i += 2) {
    Account *event = &a[i], *payee = &a[i + 1];
    REQUIRE(same_key(event->owner, call->program), WRONG_PROGRAM_OWNER);
    REQUIRE(event->data_len > EVENT_SENDER + 32 && same(event->data, SWAP_EVENT, 8), DISCRIMINATOR_MISMATCH);
    REQUIRE(same_key((const Key *)(event->data + EVENT_SENDER), payee->key), CONSTRAINT_HAS_ONE);
    TRY(require_writable(event));
    TRY(require_writable(payee));
    TRY(untrack(&a[2], event->key));
    *payee->lamports += *event->lamports;
    *event->lamports = 0;
    for (int k = 0; k < 8; k++) event->data[k] = 0;
  }
  return 0;
}

/* Accounts 0 configuration, 1 vault, 2 the network's key, 3 system program. Leaves the vault its rent. */
static u64 fetch_native(Call *call) {
  Account *a = call->accounts;
  REQUIRE(call->length == 9, INSTRUCTION_MALFORMED);
  REQUIRE(call->count >= 4, NOT_ENOUGH_ACCOUNTS);
  TRY(check_authority(&a[0], &a[2]));
  REQUIRE(same_key(a[1].key, &NATIVE_VAULT), CONSTRAINT_SEEDS);
  REQUIRE(same_key(a[3].key, &SYSTEM_PROGRAM), INVALID_PROGRAM_ID);
  u64 rent = ACCOUNT_OVERHEAD * RENT_PER_BYTE, has = *a[1].lamports;
  if (has <= rent) return 0;
  Seed seeds[2] = {{BYTES("swap_endpoint_native_vault"), 26}, {call->data + 8, 1}};
  SignerSeeds signer = {seeds, 2};
  Transfer transfer = {a[1].key, a[2].key, has - rent};
  return transfer_lamports(call, &transfer, &signer);
}

u64 entrypoint(u8 *input) {
  Call *call = (Call *)HEAP;
  TRY(read_call(call, input));
  REQUIRE(call->length >= 8, INSTRUCTION_MISSING);
  if (same(call->data, X_SWAP_NATIVE, 8)) return x_swap_native(call);
  if (same(call->data, X_SWAP_TOKEN, 8)) return x_swap_token(call);
  if (same(call->data, CLOSE_EVENTS, 8)) return close_events(call);
  if (same(call->data, FETCH_NATIVE, 8)) return fetch_native(call);
  return INSTRUCTION_UNKNOWN;
}
