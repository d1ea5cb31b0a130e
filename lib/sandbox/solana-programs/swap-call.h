/* How Chainflip's swap endpoint lays out its accounts and its calls (contract-interfaces/sol-program-idls/v1.3.0/swap_endpoint.json). */
#include "sdk.h"

#define MATH_OVERFLOW 6000
#define AMOUNT_TOO_SMALL 6002
#define SUSPENDED 6003
#define TOO_LONG 6004
#define TOO_MANY_EVENTS 6005
#define NOT_TRACKED 6006

/* Where `DataAccount` keeps what; its fields stand without gaps. */
#define DATA_AUTHORITY 8
#define DATA_TOKEN_VAULT 72
#define DATA_SUSPENDED 138
#define DATA_SUSPENDED_EVENTS 140
#define DATA_LEAST_NATIVE 141
#define DATA_MOST_ADDRESS 149
#define DATA_MOST_MESSAGE 151
#define DATA_MOST_PARAMETERS 155
#define DATA_MOST_EVENTS 159
#define DATA_BYTES 163

/* `SwapEndpointDataAccount`: u128 of all swaps, then the open accounts as a vector. */
#define SWAPS_EVER 8
#define OPEN_COUNT 24
#define OPEN_FIRST 28

/* `SwapEvent`: where the sender stands. */
#define EVENT_SENDER 16

/* A run of bytes of the instruction: its own four bytes of length included. */
typedef struct { const u8 *start; u64 length; } Run;
typedef struct { u64 amount; Run destination, message, parameters; u8 decimals; const u8 *seed; u64 seed_length; } Swap;
typedef struct { const u8 *at, *end; int short_; } Reader;

static const u8 *take(Reader *reader, u64 length) {
  const u8 *start = reader->at;
  if (reader->short_ || (u64)(reader->end - start) < length) { reader->short_ = 1; return 0; }
  reader->at += length;
  return start;
}

/* Bytes with their length before them; 0 where the instruction ends too early. */
static u64 take_bytes(Reader *reader) {
  const u8 *length = take(reader, 4);
  if (!length) return 0;
  u64 count = read_u32(length);
  take(reader, count);
  return count;
}

static u64 read_swap(Call *call, Swap *swap, int is_token) {
  const u8 *config = call->accounts[0].data;
  Reader reader = {call->data + 8, call->data + call->length, 0};
  const u8 *amount = take(&reader, 8);
  swap->destination.start = reader.at;
  take(&reader, 4);
  u64 address = take_bytes(&reader);
  take(&reader, 4);
  swap->destination.length = (u64)(reader.at - swap->destination.start);
  swap->message.start = reader.at;
  const u8 *has_message = take(&reader, 1);
  u64 message = 0;
  if (has_message && *has_message == 1) { message = take_bytes(&reader); take(&reader, 8); }
  else if (has_message && *has_message > 1) return INSTRUCTION_MALFORMED;
  swap->message.length = (u64)(reader.at - swap->message.start);
  swap->parameters.start = reader.at;
  u64 parameters = take_bytes(&reader);
  swap->parameters.length = (u64)(reader.at - swap->parameters.start);
  const u8 *decimals = is_token ? take(&reader, 1) : 0;
  const u8 *seed = reader.at + 4;
  swap->seed_length = take_bytes(&reader);
  REQUIRE(!reader.short_ && reader.at == reader.end, INSTRUCTION_MALFORMED);
  swap->amount = read_u64(amount);
  swap->decimals = decimals ? *decimals : 0;
  swap->seed = seed;
  REQUIRE(address <= read_u16(config + DATA_MOST_ADDRESS), TOO_LONG);
  REQUIRE(message <= read_u32(config + DATA_MOST_MESSAGE), TOO_LONG);
  REQUIRE(parameters <= read_u32(config + DATA_MOST_PARAMETERS), TOO_LONG);
  REQUIRE(swap->seed_length <= 32, CONSTRAINT_SEEDS);
  return 0;
}
