/** Declares the settings of one upstream: names, notes, presets of both networks, payouts of affiliates and faults. */
import { z } from 'zod';
import type { NetworkName } from '../chains/chain.ts';
import type { ProviderId } from '../domain/provider-id.ts';

/** One affiliate's payouts in the setting AFFILIATES, by kind. */
export type Payout = Readonly<Record<string, string>>;

type Presets<Preset> = {
  mainnet: Preset;
  /** @param base the sandbox's own address. */
  sandbox: (base: string) => Preset;
};

/** A setting that a provider cannot be asked without. */
type MissingSetting = { provider: ProviderId; setting: string };

type PayoutRules = {
  /** This upstream's kinds of payout, in the example of AFFILIATES. */
  example: Payout;
  /** How the sandbox's affiliate is paid. */
  sandbox: Payout;
  /** Whether an affiliate's payouts of these kinds are well formed. Shares sent to a malformed payout are lost. */
  isValid?: (payout: Payout) => boolean;
  /** Sentences about payouts that are well formed but that the upstream does not pay. */
  faults?: (affiliate: string, payout: Payout) => string[];
};

/** Nodes that the browser itself asks during a review. */
type WitnessPreset = {
  /** The id by which routes name the network that the nodes belong to. */
  of: ProviderId;
  mainnet: readonly string[];
  /** @param base the sandbox's own address. */
  sandbox: (base: string) => readonly string[];
};

type Definition<Shape extends z.ZodRawShape, Preset, Value> = {
  settings: Shape;
  /** Notes of the settings for `.env.example`. */
  notes: Readonly<Record<keyof Shape & string, string>>;
  presets: Presets<Preset>;
  payouts?: PayoutRules;
  witnesses?: WitnessPreset;
  /** The configuration of the upstream's adapter. */
  read: (given: z.output<z.ZodObject<Shape>>, preset: Preset) => Value;
  /** The missing setting without which this deployment does not ask the provider; undefined where it is set. */
  missing?: (
    given: z.output<z.ZodObject<Shape>>,
    preset: Preset,
  ) => { provider: ProviderId; setting: keyof Shape & string } | undefined;
  /** Sentences about values that are well formed but wrong on the network. */
  faults?: (given: z.output<z.ZodObject<Shape>>, network: NetworkName) => string[];
};

type Target = { network: NetworkName; sandboxUrl: string };

type ParsedSettings<Value> =
  | { wrong: readonly { name: string; message: string }[] }
  | {
      /** `value` is absent where a setting is missing. */
      at: (target: Target) => { value: Value | undefined; missing: MissingSetting | undefined; faults: string[] };
    };

/** The settings of one upstream, as `lib/config` reads them. */
export type SettingsDeclaration<Value> = {
  notes: Readonly<Record<string, string>>;
  payouts: PayoutRules | undefined;
  witnesses: WitnessPreset | undefined;
  /** @param given the values that are set, by name; those of other upstreams are ignored. */
  parse: (given: Readonly<Record<string, string>>) => ParsedSettings<Value>;
};

/** What an upstream's adapter gets from its declaration. */
export type DeclaredValue<Declaration> = Declaration extends SettingsDeclaration<infer Value> ? Value : never;

/** Declares the settings of one upstream; its folder's `config.ts` does so, and `upstream-settings.ts` lists it. */
export function declareSettings<Shape extends z.ZodRawShape, Preset, Value>(
  definition: Definition<Shape, Preset, Value>,
): SettingsDeclaration<Value> {
  const schema = z.object(definition.settings);
  return {
    notes: definition.notes,
    payouts: definition.payouts,
    witnesses: definition.witnesses,
    parse(given) {
      const parsed = schema.safeParse(given);
      if (!parsed.success)
        return { wrong: parsed.error.issues.map(({ path, message }) => ({ name: String(path[0]), message })) };
      return {
        at({ network, sandboxUrl }) {
          const { presets } = definition;
          const preset = network === 'mainnet' ? presets.mainnet : presets.sandbox(sandboxUrl);
          const missing = definition.missing?.(parsed.data, preset);
          return {
            missing,
            value: missing ? undefined : definition.read(parsed.data, preset),
            faults: definition.faults?.(parsed.data, network) ?? [],
          };
        },
      };
    },
  };
}
