/**
 * Finds this platform's EVM node: the binary itself rather than a wrapper, so that ending the started process ends the
 * node.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SandboxError } from '../world/sandbox-error.ts';

/** `process.platform` and `process.arch`, as the packages name them. */
const PLATFORMS: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-amd64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-amd64',
  'win32-x64': 'win32-amd64',
};

/** @throws {SandboxError} when there is no binary for the platform, or its package is not installed. */
export function anvilBinary(platform: string = process.platform, arch: string = process.arch): string {
  const name = PLATFORMS[`${platform}-${arch}`];
  if (name === undefined)
    throw new SandboxError(
      `The sandbox's EVM node (anvil) exists for ${Object.keys(PLATFORMS).join(', ')}, not for ${platform}-${arch}; use SWAP_NETWORK=mainnet, or SANDBOX_URL of a sandbox on another machine.`,
    );
  const packageName = `@foundry-rs/anvil-${name}`;
  try {
    // The platform's package is a dependency of anvil's own package, and npm may install it inside that one.
    const own = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
    const folder = dirname(own.resolve(`${packageName}/package.json`));
    const path = join(folder, 'bin', platform === 'win32' ? 'anvil.exe' : 'anvil');
    if (existsSync(path)) return path;
  } catch {
    // The error below covers this.
  }
  throw new SandboxError(
    `The sandbox's EVM node is missing: run npm ci again without --omit=optional, so that ${packageName} is installed.`,
  );
}
