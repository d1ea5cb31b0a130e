/** What a wallet may rely on: what the API quotes is what the chain gives, for every kind of pair and call. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { user } from '../evm/test-chain.ts';
import { NATIVE, TAXED, TestOneinch, USDC, USDT, WBTC, WETH } from './test-oneinch.ts';

let oneinch: TestOneinch;
beforeAll(async () => {
  oneinch = await TestOneinch.open();
  await oneinch.fundUser();
}, 60_000);
afterAll(async () => {
  await oneinch.evm.kill();
  oneinch.evm.remove();
});

it('smoke', async () => {
  for (const [src, dst, amount] of [
    [NATIVE, USDC, 10n ** 17n],
    [USDC, NATIVE, 500_000_000n],
    [USDT, WBTC, 50_000_000_000n],
    [WBTC, NATIVE, 100_000_000n],
    [NATIVE, WETH, 10n ** 18n],
    [WETH, NATIVE, 10n ** 18n],
    [TAXED, USDC, 10n ** 21n],
    [USDC, TAXED, 10n ** 9n],
  ] as const) {
    const q = await oneinch.quote({ src, dst, amount: String(amount), includeGas: 'true', includeProtocols: 'true' });
    console.log(JSON.stringify(q));
    const s = await oneinch.swap({ src, dst, amount: String(amount), slippage: '0' }).catch((e) => e);
    console.log(JSON.stringify(s).slice(0, 300), s);
    const to = '0x00000000000000000000000000000000000000cc';
    const s2 = await oneinch.swap({ src, dst, amount: String(amount), slippage: '5', receiver: to });
    const before = await oneinch.balance(to, dst);
    const done = await oneinch.execute(s2.tx);
    console.log(done.status, (await oneinch.balance(to, dst)) - before, s2.dstAmount, user.address);
  }
}, 60_000);
