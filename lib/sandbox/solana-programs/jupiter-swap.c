/*
 * The sandbox's stand-in for Jupiter's router: the layouts of its data and accounts are the real program's, the pools
 * are constant products whose reserves are the balances of their vaults. It takes what the signer put their name to:
 * the input from their own account, whole or not at all, and pays at least what they were told less their slippage.
 *
 * Accounts that follow the fixed ones: V2 with a fee: the fee account; then the program authority for the instructions
 * that do not have it among their own; then for each step of the plan 8: pool, its vault of what comes in, its vault of what goes out,
 * the authority's token account of what goes out, mint in, mint out, token program in, token program out.
 * A pool's account: discriminator, vault A, vault B, mint A, mint B, maker, u16 fee in basis points, u8 kind of swap,
 * u8 bump, u8 number. Its address is that of "pool", mint A, mint B, number; it owns its vaults.
 */
#include "sdk.h"

/* The real program's errors (its IDL). */
#define EMPTY_ROUTE 6000
#define SLIPPAGE_EXCEEDED 6001
#define INVALID_CALCULATION 6002
#define MISSING_FEE_ACCOUNT 6003
#define INVALID_SLIPPAGE 6004
#define NOT_ENOUGH_PERCENT 6005
#define INVALID_INPUT_INDEX 6006
#define INVALID_OUTPUT_INDEX 6007
#define NOT_ENOUGH_KEYS 6008
#define INVALID_ROUTE_PLAN 6010
#define INCORRECT_TOKEN_PROGRAM 6014
#define TOKEN_PROGRAM_MISSING 6015
#define SWAP_NOT_SUPPORTED 6016
#define SAME_MINTS 6018
#define INSUFFICIENT_FUNDS 6024
#define INVALID_TOKEN_ACCOUNT 6025

/* sha256("global:<name>"), first 8 bytes. */
static const u8 ROUTE[8] = {0xe5, 0x17, 0xcb, 0x97, 0x7a, 0xe3, 0xad, 0x2a};
static const u8 SHARED_ROUTE[8] = {0xc1, 0x20, 0x9b, 0x33, 0x41, 0xd6, 0x9c, 0x81};
static const u8 ROUTE_V2[8] = {0xbb, 0x64, 0xfa, 0xcc, 0x31, 0xc4, 0xaf, 0x14};
static const u8 SHARED_ROUTE_V2[8] = {0xd1, 0x98, 0x53, 0x93, 0x7c, 0xfe, 0xd8, 0xe9};
/* The sandbox's own: sha256("global:maker_withdraw"), sha256("account:Pool"). */
static const u8 MAKER_WITHDRAW[8] = {0xf2, 0xfa, 0x54, 0x03, 0xae, 0xbd, 0xc2, 0x2b};
static const u8 POOL[8] = {0xf1, 0x9a, 0x6d, 0x04, 0x11, 0xb1, 0x6d, 0xbc};

static const Key TOKEN_2022_PROGRAM = KEY_TOKEN_2022_PROGRAM;
static const Key EVENT_AUTHORITY = KEY_JUPITER_EVENT_AUTHORITY;
static const Key WRAPPED_SOL = KEY_WRAPPED_SOL;
static const Key ATA_PROGRAM = KEY_ATA_PROGRAM;

#define WHOLE 10000
#define MOST_STEPS 6
#define MOST_TOKENS 8
#define STEP_ACCOUNTS 8

#define POOL_BYTES_LENGTH 173
#define POOL_VAULT_A 8
#define POOL_VAULT_B 40
#define POOL_MINT_A 72
#define POOL_MINT_B 104
#define POOL_MAKER 136
#define POOL_FEE 168
#define POOL_KIND 170
#define POOL_BUMP 171
#define POOL_NUMBER 172
#define POOL_KEY(account, at) ((const Key *)((account)->data + (at)))

typedef struct { u64 in, quoted; u16 slippage, fee; u32 steps; const u8 *plan; u8 id, wide, shared; } Args;
typedef struct {
  Account *user, *source, *destination, *fee, *authority, *shared_source, *shared_destination;
  const Key *source_mint, *destination_mint, *source_program, *destination_program;
  u64 first;
  /* The destination stands in a place of its own, not in that of the user's account. */
  u8 named;
} Roles;
/* What a plan's token indexes stand for. */
typedef struct { Account *holder, *mint, *program; u64 total, used; u32 share; } Token;
typedef struct { Account *pool, *vault_in, *vault_out, *holder, *mint_in, *mint_out, *program_in, *program_out; u32 share; u8 kind, in, out; } Step;
typedef struct { Args args; Roles roles; Token tokens[MOST_TOKENS]; Step step; u8 bump; Key key; } Work;
#define WORK ((Work *)(HEAP + 8192))

/* a * b / by, rounded down; an error where that does not fit. */
static u64 multiply_divide(u64 a, u64 b, u64 by, u64 *result) {
  u64 al = a & 0xffffffff, ah = a >> 32, bl = b & 0xffffffff, bh = b >> 32;
  u64 low = al * bl, middle = ah * bl + (low >> 32), other = al * bh + (middle & 0xffffffff);
  u64 high = ah * bh + (middle >> 32) + (other >> 32);
  low = other << 32 | (low & 0xffffffff);
  REQUIRE(high < by, INVALID_CALCULATION);
  for (int i = 0; i < 64; i++) {
    u64 carry = high >> 63;
    high = high << 1 | low >> 63;
    low <<= 1;
    if (carry || high >= by) { high -= by; low |= 1; }
  }
  *result = low;
  return 0;
}

static int is_token_program(const Key *key) { return same_key(key, &TOKEN_PROGRAM) || same_key(key, &TOKEN_2022_PROGRAM); }

/* An account that tokens of this mint can be in: initialised, not frozen. */
static u64 check_token_account(const Account *account, const Key *mint) {
  REQUIRE(is_token_program(account->owner) && account->data_len >= TOKEN_ACCOUNT_BYTES, INVALID_TOKEN_ACCOUNT);
  if (account->data_len > TOKEN_ACCOUNT_BYTES)
    REQUIRE(same_key(account->owner, &TOKEN_2022_PROGRAM) && account->data[TOKEN_ACCOUNT_BYTES] == 2, INVALID_TOKEN_ACCOUNT);
  REQUIRE(account->data[108] == 1, INVALID_TOKEN_ACCOUNT);
  REQUIRE(same_key(TOKEN_MINT(account), mint), INVALID_TOKEN_ACCOUNT);
  return 0;
}

typedef struct { Account *from, *to; Token *token; const Key *authority; u64 amount; } Move;

/* TransferChecked; what is taken has to arrive to the unit. */
static u64 move(Call *call, const Move *m, const SignerSeeds *signer) {
  if (m->amount == 0) return 0;
  const Key *program = m->token->program->key;
  REQUIRE(is_token_program(program), INCORRECT_TOKEN_PROGRAM);
  REQUIRE(same_key(m->token->mint->owner, program) && m->token->mint->data_len >= 82, INCORRECT_TOKEN_PROGRAM);
  REQUIRE(same_key(m->from->owner, program) && same_key(m->to->owner, program), INCORRECT_TOKEN_PROGRAM);
  REQUIRE(!same_key(m->from->key, m->to->key), CONSTRAINT_DUPLICATE);
  TRY(require_writable(m->from));
  TRY(require_writable(m->to));
  u8 data[10] = {12};
  write_u64(data + 1, m->amount);
  data[9] = m->token->mint->data[44];
  Meta metas[4] = {{m->from->key, 1, 0}, {m->token->mint->key, 0, 0}, {m->to->key, 1, 0}, {m->authority, 0, 1}};
  Instruction instruction = {program, metas, 4, data, sizeof data};
  u64 before = TOKEN_AMOUNT(m->to);
  TRY(invoke(call, &instruction, signer));
  REQUIRE(TOKEN_AMOUNT(m->to) - before == m->amount, INVALID_CALCULATION);
  return 0;
}

static u64 check_pool(const Account *pool, const Key *program) {
  REQUIRE(same_key(pool->owner, program), WRONG_PROGRAM_OWNER);
  REQUIRE(pool->data_len == POOL_BYTES_LENGTH && same(pool->data, POOL, 8), DISCRIMINATOR_MISMATCH);
  return 0;
}

static u64 move_from_pool(Call *call, const Account *pool, const Move *m) {
  Seed seeds[5] = {{BYTES("pool"), 4}, {pool->data + POOL_MINT_A, 32}, {pool->data + POOL_MINT_B, 32}, {pool->data + POOL_NUMBER, 1}, {pool->data + POOL_BUMP, 1}};
  SignerSeeds signer = {seeds, 5};
  return move(call, m, &signer);
}

static u64 move_as_authority(Call *call, Work *work, const Move *m) {
  Seed seeds[3] = {{BYTES("authority"), 9}, {&work->args.id, 1}, {&work->bump, 1}};
  SignerSeeds signer = {seeds, 3};
  return move(call, m, &signer);
}

/* The authority's own account, which money passes on its way. */
static u64 check_holder(const Work *work, const Account *holder, const Key *mint) {
  TRY(check_token_account(holder, mint));
  REQUIRE(same_key(TOKEN_OWNER(holder), work->roles.authority->key), CONSTRAINT_TOKEN_OWNER);
  return 0;
}

/* The pool's place in the step: which vault is which, and for which kind of swap it is. */
static u64 check_step(Call *call, const Step *s) {
  TRY(check_pool(s->pool, call->program));
  int forth = same_key(s->vault_in->key, POOL_KEY(s->pool, POOL_VAULT_A));
  u64 in = forth ? POOL_VAULT_A : POOL_VAULT_B, out = forth ? POOL_VAULT_B : POOL_VAULT_A;
  REQUIRE(same_key(s->vault_in->key, POOL_KEY(s->pool, in)), CONSTRAINT_ADDRESS);
  REQUIRE(same_key(s->vault_out->key, POOL_KEY(s->pool, out)), CONSTRAINT_ADDRESS);
  REQUIRE(same_key(s->mint_in->key, POOL_KEY(s->pool, in + 64)), CONSTRAINT_TOKEN_MINT);
  REQUIRE(same_key(s->mint_out->key, POOL_KEY(s->pool, out + 64)), CONSTRAINT_TOKEN_MINT);
  REQUIRE(s->pool->data[POOL_KIND] == s->kind, SWAP_NOT_SUPPORTED);
  TRY(check_token_account(s->vault_in, s->mint_in->key));
  TRY(check_token_account(s->vault_out, s->mint_out->key));
  return 0;
}

static u64 pool_output(const Step *s, u64 amount, u64 *result) {
  u64 net, in = TOKEN_AMOUNT(s->vault_in), out = TOKEN_AMOUNT(s->vault_out);
  u16 fee = read_u16(s->pool->data + POOL_FEE);
  REQUIRE(fee < WHOLE, INVALID_CALCULATION);
  TRY(multiply_divide(amount, WHOLE - fee, WHOLE, &net));
  REQUIRE(in > 0 && out > 0 && in + net >= in, INVALID_CALCULATION);
  return multiply_divide(out, net, in + net, result);
}

/* What of the step's input falls to it; the last one of a token gets what rounding left. */
static u64 take_share(Token *token, u32 share, u64 *amount) {
  REQUIRE(share > 0 && token->share + share <= WHOLE, NOT_ENOUGH_PERCENT);
  token->share += share;
  if (token->share == WHOLE) *amount = token->total - token->used;
  else TRY(multiply_divide(token->total, share, WHOLE, amount));
  token->used += *amount;
  return 0;
}

static u64 check_tokens(Work *work) {
  Step *s = &work->step;
  REQUIRE(s->in < MOST_TOKENS, INVALID_INPUT_INDEX);
  REQUIRE(s->out < MOST_TOKENS && s->out != 0 && s->out != s->in, INVALID_OUTPUT_INDEX);
  Token *in = &work->tokens[s->in], *out = &work->tokens[s->out];
  REQUIRE(in->holder && same_key(in->mint->key, s->mint_in->key), INVALID_INPUT_INDEX);
  if (out->holder) {
    REQUIRE(same_key(out->mint->key, s->mint_out->key) && same_key(out->holder->key, s->holder->key), INVALID_OUTPUT_INDEX);
    REQUIRE(out->share == 0, INVALID_ROUTE_PLAN);
    return 0;
  }
  TRY(check_holder(work, s->holder, s->mint_out->key));
  out->holder = s->holder;
  out->mint = s->mint_out;
  out->program = s->program_out;
  return 0;
}

static u64 run_step(Call *call, Work *work) {
  Step *s = &work->step;
  TRY(check_step(call, s));
  TRY(check_tokens(work));
  Token *in = &work->tokens[s->in], *out = &work->tokens[s->out];
  u64 amount, result;
  TRY(take_share(in, s->share, &amount));
  REQUIRE(amount > 0, INVALID_CALCULATION);
  TRY(pool_output(s, amount, &result));
  if (s->in == 0 && !work->args.shared) {
    Move pay = {in->holder, s->vault_in, in, work->roles.user->key, amount};
    TRY(move(call, &pay, 0));
  } else {
    Move pay = {in->holder, s->vault_in, in, work->roles.authority->key, amount};
    TRY(move_as_authority(call, work, &pay));
  }
  Move get = {s->vault_out, s->holder, out, s->pool->key, result};
  TRY(move_from_pool(call, s->pool, &get));
  REQUIRE(out->total + result >= out->total, INVALID_CALCULATION);
  out->total += result;
  return 0;
}

static void read_step(Call *call, Work *work, u32 index) {
  const u8 *p = work->args.plan + index * (work->args.wide ? 5 : 4);
  Account *a = &call->accounts[work->roles.first + index * STEP_ACCOUNTS];
  Step *s = &work->step;
  s->kind = p[0];
  s->share = work->args.wide ? read_u16(p + 1) : 100 * (u32)p[1];
  p += work->args.wide ? 3 : 2;
  s->in = p[0];
  s->out = p[1];
  s->pool = a;
  s->vault_in = a + 1;
  s->vault_out = a + 2;
  s->holder = a + 3;
  s->mint_in = a + 4;
  s->mint_out = a + 5;
  s->program_in = a + 6;
  s->program_out = a + 7;
}

/* A wallet in the place of a token account gets SOL itself; the place where the signer's own account should be is no wallet. */
static int is_paid_in_sol(const Roles *r) {
  return same_key(r->destination_mint, &WRAPPED_SOL) && same_key(r->destination->owner, &SYSTEM_PROGRAM);
}

static u64 check_destination(Work *work) {
  Roles *r = &work->roles;
  if (!is_paid_in_sol(r)) {
    TRY(check_token_account(r->destination, r->destination_mint));
    REQUIRE(is_token_program(r->destination_program) && same_key(r->destination->owner, r->destination_program), INCORRECT_TOKEN_PROGRAM);
    return 0;
  }
  REQUIRE(work->args.wide && r->named, INVALID_TOKEN_ACCOUNT);
  REQUIRE(same_key(r->destination_program, &TOKEN_PROGRAM), INCORRECT_TOKEN_PROGRAM);
  u8 bump;
  Seed ata[3] = {{r->user->key->x, 32}, {TOKEN_PROGRAM.x, 32}, {WRAPPED_SOL.x, 32}};
  TRY(sol_try_find_program_address(ata, 3, &ATA_PROGRAM, &work->key, &bump));
  REQUIRE(!same_key(&work->key, r->destination->key), INVALID_TOKEN_ACCOUNT);
  return 0;
}

/* UnwrapLamports of so many: out of the authority's account of wrapped SOL into a wallet. */
static u64 pay_in_sol(Call *call, Work *work, const Account *holder, u64 amount) {
  const Account *to = work->roles.destination;
  TRY(require_writable(to));
  u8 data[10] = {45, 1};
  write_u64(data + 2, amount);
  Meta metas[3] = {{holder->key, 1, 0}, {to->key, 1, 0}, {work->roles.authority->key, 0, 1}};
  Instruction instruction = {&TOKEN_PROGRAM, metas, 3, data, sizeof data};
  Seed seeds[3] = {{BYTES("authority"), 9}, {&work->args.id, 1}, {&work->bump, 1}};
  SignerSeeds signer = {seeds, 3};
  u64 before = *to->lamports;
  TRY(invoke(call, &instruction, &signer));
  REQUIRE(*to->lamports - before == amount, INVALID_CALCULATION);
  return 0;
}

static u64 check_user(Work *work) {
  Roles *r = &work->roles;
  TRY(require_signer(r->user));
  REQUIRE(!same_key(r->source_mint, r->destination_mint), SAME_MINTS);
  TRY(check_token_account(r->source, r->source_mint));
  REQUIRE(same_key(TOKEN_OWNER(r->source), r->user->key), CONSTRAINT_TOKEN_OWNER);
  REQUIRE(is_token_program(r->source_program) && same_key(r->source->owner, r->source_program), INCORRECT_TOKEN_PROGRAM);
  TRY(check_destination(work));
  if (work->args.fee == 0) return 0;
  REQUIRE(r->fee, MISSING_FEE_ACCOUNT);
  REQUIRE(is_token_program(r->fee->owner) && r->fee->data_len >= TOKEN_ACCOUNT_BYTES, INVALID_TOKEN_ACCOUNT);
  return check_token_account(r->fee, same_key(TOKEN_MINT(r->fee), r->source_mint) ? r->source_mint : r->destination_mint);
}

static u64 check_args(const Call *call, const Work *work) {
  const Args *args = &work->args;
  REQUIRE(args->steps > 0, EMPTY_ROUTE);
  REQUIRE(args->steps <= MOST_STEPS, INVALID_ROUTE_PLAN);
  REQUIRE(args->slippage <= WHOLE && args->fee < WHOLE, INVALID_SLIPPAGE);
  REQUIRE(args->in > 0, INVALID_CALCULATION);
  REQUIRE(call->count >= work->roles.first + (u64)args->steps * STEP_ACCOUNTS, NOT_ENOUGH_KEYS);
  return 0;
}

/* The input leaves the signer's account: the fee where it is taken of it, and into the shared account where that is used. */
static u64 take_input(Call *call, Work *work) {
  Roles *r = &work->roles;
  Token *token = &work->tokens[0];
  REQUIRE(TOKEN_AMOUNT(r->source) >= work->args.in, INSUFFICIENT_FUNDS);
  read_step(call, work, 0);
  REQUIRE(work->step.in == 0 && same_key(work->step.mint_in->key, r->source_mint), INVALID_INPUT_INDEX);
  token->mint = work->step.mint_in;
  token->program = work->step.program_in;
  token->holder = work->args.shared ? r->shared_source : r->source;
  token->total = work->args.in;
  if (work->args.fee && same_key(TOKEN_MINT(r->fee), r->source_mint)) {
    u64 fee;
    TRY(multiply_divide(work->args.in, work->args.fee, WHOLE, &fee));
    Move pay = {r->source, r->fee, token, r->user->key, fee};
    TRY(move(call, &pay, 0));
    token->total -= fee;
  }
  if (!work->args.shared) return 0;
  TRY(check_holder(work, r->shared_source, r->source_mint));
  TRY(check_holder(work, r->shared_destination, r->destination_mint));
  Move enter = {r->source, r->shared_source, token, r->user->key, token->total};
  return move(call, &enter, 0);
}

static u64 give_output(Call *call, Work *work) {
  Roles *r = &work->roles;
  Token *last = &work->tokens[work->step.out];
  for (int i = 0; i < MOST_TOKENS; i++) {
    Token *token = &work->tokens[i];
    if (token != last && token->holder) REQUIRE(token->share == WHOLE, NOT_ENOUGH_PERCENT);
  }
  REQUIRE(last->share == 0, INVALID_ROUTE_PLAN);
  REQUIRE(same_key(last->mint->key, r->destination_mint), INVALID_OUTPUT_INDEX);
  if (work->args.shared) REQUIRE(same_key(last->holder->key, r->shared_destination->key), CONSTRAINT_ADDRESS);
  u64 fee = 0, least;
  if (work->args.fee && same_key(TOKEN_MINT(r->fee), r->destination_mint))
    TRY(multiply_divide(last->total, work->args.fee, WHOLE, &fee));
  TRY(multiply_divide(work->args.quoted, WHOLE - work->args.slippage, WHOLE, &least));
  u64 net = last->total - fee;
  REQUIRE(net > 0 && net >= least, SLIPPAGE_EXCEEDED);
  Move share = {last->holder, r->fee, last, r->authority->key, fee};
  TRY(move_as_authority(call, work, &share));
  if (is_paid_in_sol(r)) return pay_in_sol(call, work, last->holder, net);
  Move pay = {last->holder, r->destination, last, r->authority->key, net};
  return move_as_authority(call, work, &pay);
}

static u64 swap(Call *call, Work *work) {
  TRY(check_args(call, work));
  TRY(check_user(work));
  Seed seeds[2] = {{BYTES("authority"), 9}, {&work->args.id, 1}};
  TRY(sol_try_find_program_address(seeds, 2, call->program, &work->key, &work->bump));
  REQUIRE(same_key(&work->key, work->roles.authority->key), CONSTRAINT_SEEDS);
  TRY(take_input(call, work));
  for (u32 i = 0; i < work->args.steps; i++) {
    read_step(call, work, i);
    TRY(run_step(call, work));
  }
  return give_output(call, work);
}

static u64 read_v2(Call *call, Work *work) {
  Args *args = &work->args;
  u64 at = args->shared ? 9 : 8;
  REQUIRE(call->length >= at + 26, INSTRUCTION_MALFORMED);
  const u8 *p = call->data + at;
  args->id = args->shared ? call->data[8] : 0;
  args->in = read_u64(p);
  args->quoted = read_u64(p + 8);
  args->slippage = read_u16(p + 16);
  args->fee = read_u16(p + 18);
  REQUIRE(read_u16(p + 20) == 0, SWAP_NOT_SUPPORTED);
  args->steps = read_u32(p + 22);
  args->plan = p + 26;
  args->wide = 1;
  REQUIRE(call->length == at + 26 + 5 * (u64)args->steps, INSTRUCTION_MALFORMED);
  return 0;
}

static u64 read_v1(Call *call, Work *work) {
  Args *args = &work->args;
  u64 at = args->shared ? 9 : 8;
  REQUIRE(call->length >= at + 23, INSTRUCTION_MALFORMED);
  args->id = args->shared ? call->data[8] : 0;
  args->steps = read_u32(call->data + at);
  args->plan = call->data + at + 4;
  args->wide = 0;
  REQUIRE(call->length == at + 23 + 4 * (u64)args->steps, INSTRUCTION_MALFORMED);
  const u8 *p = args->plan + 4 * (u64)args->steps;
  args->in = read_u64(p);
  args->quoted = read_u64(p + 8);
  args->slippage = read_u16(p + 16);
  args->fee = p[18];
  return 0;
}

/* The two accounts that end every fixed list. */
static u64 check_ends(const Call *call, u64 at) {
  REQUIRE(same_key(call->accounts[at].key, &EVENT_AUTHORITY), CONSTRAINT_SEEDS);
  REQUIRE(same_key(call->accounts[at + 1].key, call->program), INVALID_PROGRAM_ID);
  return 0;
}

/* An account that may be left out has the program in its place. */
static Account *optional(Call *call, u64 at) {
  return same_key(call->accounts[at].key, call->program) ? 0 : &call->accounts[at];
}

static u64 route(Call *call, Work *work) {
  Account *a = call->accounts;
  REQUIRE(call->count >= 10, NOT_ENOUGH_KEYS);
  TRY(read_v1(call, work));
  TRY(check_ends(call, 7));
  Account *destination = optional(call, 4);
  Roles roles = {&a[1], &a[2], destination ? destination : &a[3], optional(call, 6), &a[9], 0, 0, 0, a[5].key, a[2].owner, a[0].key, 10, destination != 0};
  REQUIRE(a[2].data_len >= TOKEN_ACCOUNT_BYTES, INVALID_TOKEN_ACCOUNT);
  REQUIRE(is_token_program(a[2].owner), INVALID_TOKEN_ACCOUNT);
  roles.source_mint = TOKEN_MINT(&a[2]);
  work->roles = roles;
  LOG("Instruction: Route");
  return swap(call, work);
}

static u64 shared_route(Call *call, Work *work) {
  Account *a = call->accounts;
  REQUIRE(call->count >= 13, NOT_ENOUGH_KEYS);
  work->args.shared = 1;
  TRY(read_v1(call, work));
  TRY(check_ends(call, 11));
  REQUIRE(same_key(a[0].key, &TOKEN_PROGRAM), INCORRECT_TOKEN_PROGRAM);
  Account *other = optional(call, 10);
  if (other) REQUIRE(same_key(other->key, &TOKEN_2022_PROGRAM), INCORRECT_TOKEN_PROGRAM);
  const Key *source = a[3].owner, *destination = a[6].owner;
  REQUIRE(other || (!same_key(source, &TOKEN_2022_PROGRAM) && !same_key(destination, &TOKEN_2022_PROGRAM)), TOKEN_PROGRAM_MISSING);
  Roles roles = {&a[2], &a[3], &a[6], optional(call, 9), &a[1], &a[4], &a[5], a[7].key, a[8].key, source, destination, 13, 1};
  REQUIRE(is_token_program(source) && is_token_program(destination), INVALID_TOKEN_ACCOUNT);
  work->roles = roles;
  LOG("Instruction: SharedAccountsRoute");
  return swap(call, work);
}

static u64 route_v2(Call *call, Work *work) {
  Account *a = call->accounts;
  TRY(read_v2(call, work));
  u64 fee = work->args.fee ? 1 : 0;
  REQUIRE(call->count >= 11 + fee, NOT_ENOUGH_KEYS);
  TRY(check_ends(call, 8));
  Account *destination = optional(call, 7);
  Roles roles = {&a[0], &a[1], destination ? destination : &a[2], fee ? &a[10] : 0, &a[10 + fee], 0, 0, a[3].key, a[4].key, a[5].key, a[6].key, 11 + fee, destination != 0};
  work->roles = roles;
  LOG("Instruction: RouteV2");
  return swap(call, work);
}

static u64 shared_route_v2(Call *call, Work *work) {
  Account *a = call->accounts;
  work->args.shared = 1;
  TRY(read_v2(call, work));
  u64 fee = work->args.fee ? 1 : 0;
  REQUIRE(call->count >= 12 + fee, NOT_ENOUGH_KEYS);
  TRY(check_ends(call, 10));
  Roles roles = {&a[1], &a[2], &a[5], fee ? &a[12] : 0, &a[0], &a[3], &a[4], a[6].key, a[7].key, a[8].key, a[9].key, 12 + fee, 1};
  work->roles = roles;
  LOG("Instruction: SharedAccountsRouteV2");
  return swap(call, work);
}

/* Accounts 0 pool, 1 its maker, 2 vault, 3 where it goes, 4 mint, 5 token program. What makers add is a plain transfer. */
static u64 maker_withdraw(Call *call) {
  Account *a = call->accounts;
  REQUIRE(call->length == 16, INSTRUCTION_MALFORMED);
  REQUIRE(call->count >= 6, NOT_ENOUGH_ACCOUNTS);
  TRY(check_pool(&a[0], call->program));
  TRY(require_signer(&a[1]));
  REQUIRE(same_key(a[1].key, POOL_KEY(&a[0], POOL_MAKER)), CONSTRAINT_HAS_ONE);
  int forth = same_key(a[2].key, POOL_KEY(&a[0], POOL_VAULT_A));
  u64 vault = forth ? POOL_VAULT_A : POOL_VAULT_B;
  REQUIRE(same_key(a[2].key, POOL_KEY(&a[0], vault)), CONSTRAINT_ADDRESS);
  REQUIRE(same_key(a[4].key, POOL_KEY(&a[0], vault + 64)), CONSTRAINT_TOKEN_MINT);
  TRY(check_token_account(&a[3], a[4].key));
  Token token = {0, &a[4], &a[5], 0, 0, 0};
  Move out = {&a[2], &a[3], &token, a[0].key, read_u64(call->data + 8)};
  return move_from_pool(call, &a[0], &out);
}

u64 entrypoint(u8 *input) {
  Call *call = (Call *)HEAP;
  Work *work = WORK;
  TRY(read_call(call, input));
  REQUIRE(call->length >= 8, INSTRUCTION_MISSING);
  if (same(call->data, ROUTE, 8)) return route(call, work);
  if (same(call->data, SHARED_ROUTE, 8)) return shared_route(call, work);
  if (same(call->data, ROUTE_V2, 8)) return route_v2(call, work);
  if (same(call->data, SHARED_ROUTE_V2, 8)) return shared_route_v2(call, work);
  if (same(call->data, MAKER_WITHDRAW, 8)) return maker_withdraw(call);
  return INSTRUCTION_UNKNOWN;
}
