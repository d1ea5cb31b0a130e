import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { RECOMMENDED_RULE } from '../../lib/domain/rank-order.ts';

export const metadata: Metadata = { title: 'Docs' };

const EXAMPLES = [
  {
    title: 'What can be swapped',
    code: 'curl -s "$PORTAGE/v1/tokens?search=usdc"',
  },
  {
    title: 'Quote',
    code: `curl -s $PORTAGE/v1/quote -H 'content-type: application/json' -d '{
  "sellAsset": "BTC.BTC", "buyAsset": "ETH.ETH",
  "sellAmount": "0.5", "slippage": 1
}'`,
  },
  {
    title: 'Ask the chosen provider again, with what there is to sign',
    code: `curl -s $PORTAGE/v1/quote -H 'content-type: application/json' -d '{
  "sellAsset": "BTC.BTC", "buyAsset": "ETH.ETH",
  "sellAmount": "0.5", "slippage": 1,
  "providers": ["THORCHAIN"], "includeTx": true,
  "sourceAddress": "YOUR_BTC_ADDRESS",
  "destinationAddress": "YOUR_ETH_ADDRESS"
}'`,
  },
  {
    title: 'Track, after you have paid',
    code: `curl -s $PORTAGE/v1/track -H 'content-type: application/json' -d '{
  "quoteId": "QUOTE_ID", "routeIndex": 0,
  "hash": "HASH_OF_YOUR_PAYMENT"
}'`,
  },
  {
    title: 'A deposit address for a quoted Chainflip route, to be paid from any wallet',
    code: `curl -s $PORTAGE/v1/chainflip-deposit-channel -H 'content-type: application/json' -d '{
  "quoteId": "QUOTE_ID", "routeIndex": 0,
  "destinationAddress": "YOUR_ETH_ADDRESS",
  "refundAddress": "YOUR_BTC_ADDRESS"
}'`,
  },
  {
    title: 'A deposit address without a quote, and where its swap is',
    code: `curl -s $PORTAGE/v1/chainflip-deposit-channel -H 'content-type: application/json' -d '{
  "sellAsset": "BTC.BTC", "buyAsset": "ETH.ETH",
  "destinationAddress": "YOUR_ETH_ADDRESS",
  "refundAddress": "YOUR_BTC_ADDRESS",
  "maxBoostFeeBps": 10
}'
curl -s $PORTAGE/v1/track -H 'content-type: application/json' -d '{
  "quoteId": "QUOTE_ID_OF_THAT_ANSWER"
}'`,
  },
  {
    title: 'An order at Garden, paid by the signature of its message (meta.typedData) once meta.approvals are mined',
    code: `curl -s $PORTAGE/v1/quote -H 'content-type: application/json' -d '{
  "sellAsset": "ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599",
  "buyAsset": "BTC.BTC", "sellAmount": "0.1", "slippage": 1,
  "providers": ["GARDEN"], "includeTx": true,
  "sourceAddress": "YOUR_ETH_ADDRESS",
  "destinationAddress": "YOUR_BTC_ADDRESS"
}'
curl -s $PORTAGE/garden/QUOTE_ID/0 -H 'content-type: application/json' -d '{
  "signature": "0x_YOUR_SIGNATURE"
}'`,
  },
  {
    title: 'A route of two legs, with the one transaction that pays both',
    code: `curl -s $PORTAGE/v1/quote -H 'content-type: application/json' -d '{
  "sellAsset": "ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA",
  "buyAsset": "BTC.BTC", "sellAmount": "500", "slippage": 1,
  "providers": ["ONEINCH->CHAINFLIP"], "includeTx": true,
  "sourceAddress": "YOUR_ETH_ADDRESS",
  "destinationAddress": "YOUR_BTC_ADDRESS"
}'`,
  },
  {
    title: 'Answers as they come in',
    code: `curl -sN $PORTAGE/v1/quote -H 'accept: text/event-stream' \\
  -H 'content-type: application/json' -d '{
  "sellAsset": "BTC.BTC", "buyAsset": "ETH.ETH",
  "sellAmount": "0.5", "slippage": 1
}'`,
  },
];

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid gap-3 border-line border-t pt-6">
    <h2 id={id} className="font-semibold text-20">
      {title}
    </h2>
    {children}
  </section>
);

export default function DocsPage() {
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8 text-16 leading-7 text-ink-2 sm:px-6 wide:py-11 [&_h1]:text-ink [&_h2]:text-ink [&_strong]:font-semibold [&_strong]:text-ink">
      <header className="grid gap-2">
        <h1 className="font-semibold text-32 tracking-[-0.02em]">How Portage works</h1>
        <p>
          You sell an asset on one chain and buy one on another. Portage asks every provider that can do it, draws each
          answer as a line, and gives you exactly what there is to sign. It never holds your money, and nobody from
          Portage will ever ask for your keys.
        </p>
      </header>
      <Part id="ranking" title="How routes are ranked">
        <p>{RECOMMENDED_RULE}</p>
        <p>
          <strong>Most received</strong> is the route with the highest expected output, <strong>Fastest</strong> the one
          with the shortest expected time. Each tag stands on exactly one route.
        </p>
        <p>
          What you are shown as <strong>guaranteed</strong> is enforced by the network, not by us: the limit stands in
          what you sign. If less than that would arrive, what you sold comes back, less network fees; a swap within one
          chain is not carried out at all then, and costs its network fee.
        </p>
      </Part>
      <Part id="deposit" title="Deposit addresses">
        <p>
          A route through <strong>Chainflip</strong> can be paid from any wallet, an exchange’s as well: Portage has an
          address opened for that one swap, and you send to it. The least price, where the payout goes and where a
          refund goes are fixed when it is opened; nobody can change them afterwards, and quoting opens none.
        </p>
        <p>
          Send the asset that is named, at least the minimum that is named, before the address ends. Less than the
          minimum, another asset or a late payment is not swapped and as a rule not sent back. A refund goes to the
          address that you named for it, so name one that you hold yourself.
        </p>
        <p>
          <strong>Boost</strong> makes a Bitcoin deposit count in its first block, for a fee that the route names.{' '}
          <strong>In parts</strong> swaps a large amount piece by piece, which takes longer and moves the price less.
        </p>
      </Part>
      <Part id="one-chain" title="Swaps within one chain">
        <p>
          <strong>1inch</strong> swaps on one EVM chain and <strong>Jupiter</strong> on Solana, each in a single
          transaction. Portage reads every one of them back before you see it, and shows what it found: the function,
          what is sold and how much, the least that is paid out, and to whom. One that does anything else is not handed
          out. A token is first approved for exactly the amount that you sell.
        </p>
        <p>
          A price moves while you decide. Where it has left your limit, the transaction would fail, and you are told so
          before you sign. A Solana transaction is taken for about a minute; after that it can no longer happen, and
          nothing was sold.
        </p>
      </Part>
      <Part id="orders" title="Swaps by hash lock">
        <p>
          A route through <strong>Garden</strong> is an order: what you sell is locked, a solver locks what you buy on
          the other chain, and one secret opens both locks or neither. The order is placed when you ask for what there
          is to sign, not by comparing routes. It takes one payment of exactly its amount, within the hour: on Bitcoin
          to its own address, elsewhere by a transaction, or for a token by your signature alone once it is approved.
        </p>
        <p>
          If no solver answers, your money stays locked until the time lock ends, which can take a day, and then goes
          back to the address that it came from. Whose key does that stands on the route before you pay: from a contract
          anybody may call the refund, you too; on Bitcoin Garden’s key signs it.
        </p>
      </Part>
      <Part id="two-legs" title="Two legs">
        <p>
          Where no provider swaps a pair alone, two can: <strong>1inch</strong> or <strong>Jupiter</strong> sells a
          token for one that <strong>Chainflip</strong> takes and pays it into Chainflip’s deposit address, or Chainflip
          pays out to a contract that buys the token you want at 1inch in the same transaction. You pay once and track
          one swap. The two meet in an asset that is chosen anew for each quote, by what arrives in the end; your
          tolerance is shared between them, so that the guarantee holds for the whole. They are ranked by the same rule
          as every other route.
        </p>
        <p>
          If the first leg fails, nothing is sold. If only the second cannot be done, the money is in the asset between:
          Chainflip sends it back to the address that you paid from, or the contract pays it to your destination. Which
          of the two stands on the route before you pay, and in{' '}
          <span className="font-mono text-14">meta.bridge.otherwise</span>.
        </p>
        <p>
          For a program: the route’s <span className="font-mono text-14">providers</span> has the id with the arrow, its{' '}
          <span className="font-mono text-14">legs</span> have plain ones. Quoting opens no deposit address; asking
          again with <span className="font-mono text-14">includeTx</span> and both addresses does, once for the same
          terms, and answers what there is to sign. A route that begins with Chainflip can also be opened as a deposit
          address, by its quote. While it runs, each leg gets its{' '}
          <span className="font-mono text-14">actualBuyAmount</span> as it ends.
        </p>
      </Part>
      <Part id="line" title="How to read a line">
        <p>
          A station is an asset on its chain, a stop is a provider, and length stands for time. Dots have not been
          travelled yet. While a swap runs, the line fills and a boat shows where your money is. A line that turns back
          is a refund. A double line begins where one provider hands over to the next.
        </p>
      </Part>
      <Part id="api" title="The API">
        <p>
          All that this page does, a program can do as well.{' '}
          <a href="/openapi.json" className="text-water underline underline-offset-4">
            The OpenAPI document
          </a>{' '}
          describes every field and every error. The examples want the address of this deployment:
        </p>
        <Code text="export PORTAGE=http://localhost:3000" />
        {EXAMPLES.map(({ title, code }) => (
          <div key={title} className="grid gap-1.5">
            <h3 className="font-medium text-14 text-ink">{title}</h3>
            <Code text={code} />
          </div>
        ))}
        <p>
          Amounts are decimals in the asset’s own unit, always as text. Before you pay, check that the address you send
          to is the one in the answer you reviewed, and that its <span className="font-mono text-14">expiration</span>{' '}
          has not passed.
        </p>
      </Part>
    </div>
  );
}

const Code = ({ text }: { text: string }) => (
  <pre className="ltr whitespace-pre-wrap rounded-10 border border-line bg-sheet p-3 font-mono text-12 leading-5 text-ink [overflow-wrap:anywhere]">
    {text}
  </pre>
);
