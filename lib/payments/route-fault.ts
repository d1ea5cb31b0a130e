/** Defines how a payment may differ from the request, as texts for programs and people. */
import { fromBaseUnits } from '../domain/amount.ts';
import type { FieldValue } from './payment-fields.ts';

export type RouteFault = {
  /** A field of the route (`destinationAddress`), of its memo (`memo.limit`) or of what is signed (`deposit.vault`). */
  field: string;
  /** The requested value; undefined when there should be none. */
  asked: string | undefined;
  /** The actual value; undefined when there is none. */
  actual: string | undefined;
  /** A sentence. */
  message: string;
};

/** The last second that a date can name. Source: ECMAScript, time values. */
const LAST_SECOND = 8_640_000_000_000n;

/** A value in the place of a time may be any number. */
const timeText = (atSeconds: bigint): string =>
  atSeconds > LAST_SECOND ? `second ${atSeconds}` : new Date(Number(atSeconds) * 1000).toISOString();

/** A value as text, with its unit. */
export function valueText(value: FieldValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  switch (value.kind) {
    case 'amount':
      return value.decimals === undefined
        ? `${value.baseUnits} base units of ${value.asset}`
        : `${fromBaseUnits(value.baseUnits, value.decimals)} ${value.asset}`;
    case 'address':
      return value.address;
    case 'asset':
      return value.asset;
    case 'memo':
    case 'code':
      return value.text;
    case 'function':
      return value.name;
    case 'time':
      return timeText(value.atSeconds);
    case 'duration':
      return `${value.seconds} seconds`;
    case 'share':
      return `${value.bps} basis points`;
    case 'count':
      return value.value.toString();
    case 'network':
      return value.networkId;
    case 'none':
      return undefined;
  }
}
