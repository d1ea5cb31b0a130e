/* What a Solana program needs of its runtime, and checks that every instruction makes. */
typedef unsigned long long u64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

typedef struct { u8 x[32]; } Key;
/* The C ABI's layouts: solana-sdk sdk/sbf/c/inc/sol/entrypoint.inc, cpi.inc. */
typedef struct { const Key *key; u64 *lamports; u64 data_len; u8 *data; const Key *owner; u64 rent_epoch; u8 is_signer, is_writable, executable; } Account;
typedef struct { const Key *key; u8 is_writable, is_signer; } Meta;
typedef struct { const Key *program; Meta *metas; u64 meta_count; u8 *data; u64 data_len; } Instruction;
typedef struct { const u8 *bytes; u64 length; } Seed;
typedef struct { const Seed *seeds; u64 count; } SignerSeeds;
typedef struct { u64 slot; long long epoch_start; u64 epoch; u64 leader_epoch; long long unix_time; } Clock;

extern u64 sol_log_(const char *, u64);
extern u64 sol_invoke_signed_c(const Instruction *, const Account *, u64, const SignerSeeds *, u64);
extern u64 sol_create_program_address(const Seed *, u64, const Key *, Key *);
extern u64 sol_try_find_program_address(const Seed *, u64, const Key *, Key *, u8 *);
extern u64 sol_get_clock_sysvar(Clock *);
extern u64 sol_memcmp_(const void *, const void *, u64, int *);

/* Anchor's numbers for what every program of its kind checks (anchor lang/src/error.rs). */
#define INSTRUCTION_MISSING 100
#define INSTRUCTION_UNKNOWN 101
#define INSTRUCTION_MALFORMED 102
#define CONSTRAINT_MUT 2000
#define CONSTRAINT_HAS_ONE 2001
#define CONSTRAINT_SEEDS 2006
#define CONSTRAINT_ADDRESS 2012
#define CONSTRAINT_TOKEN_MINT 2014
#define CONSTRAINT_TOKEN_OWNER 2015
#define CONSTRAINT_DUPLICATE 2040
#define DISCRIMINATOR_MISMATCH 3002
#define NOT_ENOUGH_ACCOUNTS 3005
#define WRONG_PROGRAM_OWNER 3007
#define INVALID_PROGRAM_ID 3008
#define ACCOUNT_NOT_SIGNER 3010

#define LOG(text) sol_log_(text, sizeof text - 1)
#define TRY(expression) do { u64 result_ = (expression); if (result_) return result_; } while (0)
#define REQUIRE(condition, error) do { if (!(condition)) return (error); } while (0)
#define BYTES(text) ((const u8 *)text)

/* Lamports for a byte, and bytes that an account counts beside its data (solana-rent). */
#define RENT_PER_BYTE 6960
#define ACCOUNT_OVERHEAD 128
#define LARGEST_GROWTH 10240

static int same(const void *a, const void *b, u64 length) { int difference; sol_memcmp_(a, b, length, &difference); return difference == 0; }
static int same_key(const Key *a, const Key *b) { return same(a, b, 32); }

static u16 read_u16(const u8 *p) { return (u16)(p[0] | p[1] << 8); }
static u32 read_u32(const u8 *p) { return (u32)p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24; }
static u64 read_u64(const u8 *p) { return (u64)read_u32(p) | (u64)read_u32(p + 4) << 32; }
static void write_u32(u8 *p, u32 value) { for (int i = 0; i < 4; i++) p[i] = (u8)(value >> 8 * i); }
static void write_u64(u8 *p, u64 value) { for (int i = 0; i < 8; i++) p[i] = (u8)(value >> 8 * i); }

/* Memory that the runtime gives to every call: the accounts stand at its beginning. */
#define HEAP 0x300000000ULL
typedef struct { Account accounts[64]; u64 count; const u8 *data; u64 length; const Key *program; } Call;
#define MOST_ACCOUNTS 64

/* Reads the runtime's input; an account that is named twice shares its memory with the first. */
static u64 read_call(Call *call, u8 *input) {
  call->count = *(u64 *)input;
  REQUIRE(call->count <= MOST_ACCOUNTS, NOT_ENOUGH_ACCOUNTS);
  u8 *p = input + 8;
  for (u64 i = 0; i < call->count; i++) {
    Account *account = &call->accounts[i];
    if (p[0] != 0xff) {
      REQUIRE(p[0] < i, NOT_ENOUGH_ACCOUNTS);
      *account = call->accounts[p[0]];
      p += 8;
      continue;
    }
    account->is_signer = p[1];
    account->is_writable = p[2];
    account->executable = p[3];
    account->key = (Key *)(p + 8);
    account->owner = (Key *)(p + 40);
    account->lamports = (u64 *)(p + 72);
    account->data_len = *(u64 *)(p + 80);
    account->data = p + 88;
    p += 88 + account->data_len + LARGEST_GROWTH;
    p = (u8 *)(((u64)p + 7) & ~7ULL);
    account->rent_epoch = *(u64 *)p;
    p += 8;
  }
  call->length = *(u64 *)p;
  call->data = p + 8;
  call->program = (const Key *)(p + 8 + call->length);
  return 0;
}

static u64 require_signer(const Account *account) {
  REQUIRE(account->is_signer, ACCOUNT_NOT_SIGNER);
  return 0;
}

static u64 require_writable(const Account *account) {
  REQUIRE(account->is_writable, CONSTRAINT_MUT);
  return 0;
}

static const Key SYSTEM_PROGRAM = {{0}};
static const Key TOKEN_PROGRAM = KEY_TOKEN_PROGRAM;

static u64 invoke(Call *call, const Instruction *instruction, const SignerSeeds *signer) {
  return sol_invoke_signed_c(instruction, call->accounts, call->count, signer, signer ? 1 : 0);
}

typedef struct { const Key *from, *to; u64 lamports; } Transfer;

static u64 transfer_lamports(Call *call, const Transfer *transfer, const SignerSeeds *signer) {
  u8 data[12];
  write_u32(data, 2);
  write_u64(data + 4, transfer->lamports);
  Meta metas[2] = {{transfer->from, 1, 1}, {transfer->to, 1, 0}};
  Instruction instruction = {&SYSTEM_PROGRAM, metas, 2, data, sizeof data};
  return invoke(call, &instruction, signer);
}

/* Where a token account keeps what (spl-token state.rs). */
#define TOKEN_ACCOUNT_BYTES 165
#define TOKEN_MINT(account) ((const Key *)(account)->data)
#define TOKEN_OWNER(account) ((const Key *)((account)->data + 32))
#define TOKEN_AMOUNT(account) read_u64((account)->data + 64)

static u64 require_token_account(const Account *account) {
  REQUIRE(same_key(account->owner, &TOKEN_PROGRAM) && account->data_len == TOKEN_ACCOUNT_BYTES, WRONG_PROGRAM_OWNER);
  return 0;
}
