import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { whatIf } from './channel-words.ts';

/** What becomes of deposits that differ from what was agreed. */
export const WhatIfList = ({ route }: { route: Pick<WireRoute, 'sellAsset' | 'meta'> }) => (
  <Disclosure summary="What if I send less, more, late or something else?">
    <dl className="grid gap-2 text-14">
      {whatIf(route).map(({ name, words }) => (
        <div key={name}>
          <dt className="font-medium">{name}</dt>
          <dd className="text-ink-2">{words}</dd>
        </div>
      ))}
    </dl>
  </Disclosure>
);
