/** Remembers in this browser what a person allowed, and works without a memory where storage is forbidden. */

const KEY = 'sandbox-wallet';

type Memory = { allowed: string[]; evmChain?: string };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function load(): Memory {
  try {
    const saved: unknown = JSON.parse(globalThis.localStorage.getItem(KEY) ?? 'null');
    if (!isRecord(saved) || !Array.isArray(saved.allowed)) return { allowed: [] };
    const allowed = saved.allowed.filter((entry) => typeof entry === 'string');
    return { allowed, ...(typeof saved.evmChain === 'string' ? { evmChain: saved.evmChain } : {}) };
  } catch {
    return { allowed: [] };
  }
}

const memory = load();

function save(): void {
  try {
    globalThis.localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // The page asks again after a reload, as with a wallet that was locked.
  }
}

/** `connection` is `evm` or a chain. */
export const isAllowed = (connection: string): boolean => memory.allowed.includes(connection);

export function setAllowed(connection: string, allowed: boolean): void {
  memory.allowed = memory.allowed.filter((entry) => entry !== connection);
  if (allowed) memory.allowed.push(connection);
  save();
}

export const rememberedEvmChain = (): string | undefined => memory.evmChain;

export function rememberEvmChain(chain: string): void {
  memory.evmChain = chain;
  save();
}
