import { CircleCheck, CircleDashed, Clock, OctagonAlert, PauseCircle, Power, TriangleAlert } from 'lucide-react';
import type { Standing } from '../../lib/api/status.ts';
import { msg } from '../../lib/i18n/text.ts';
import { Pill, type Tone } from '../ui/pill.tsx';
import { useText } from '../ui/text.tsx';

const LOOKS: Readonly<Record<Standing, { tone: Tone; label: string; Icon: typeof Clock }>> = {
  answering: { tone: 'moss', label: msg('Responding'), Icon: CircleCheck },
  slow: { tone: 'amber', label: msg('Slow'), Icon: Clock },
  silent: { tone: 'red', label: msg('Not responding'), Icon: OctagonAlert },
  part: { tone: 'amber', label: msg('Paused in part'), Icon: TriangleAlert },
  paused: { tone: 'amber', label: msg('Paused'), Icon: PauseCircle },
  off: { tone: 'plain', label: msg('Switched off'), Icon: Power },
  unknown: { tone: 'plain', label: msg('Not known yet'), Icon: CircleDashed },
};
/** The word for a chain's good state: chains trade, providers answer. */
const TRADING = msg('Trading');

export function StandingPill({ kind, standing }: { kind: 'provider' | 'chain'; standing: Standing }) {
  const t = useText();
  const { tone, label, Icon } = LOOKS[standing];
  return (
    <Pill tone={tone} icon={<Icon aria-hidden size={13} />}>
      {t(kind === 'chain' && standing === 'answering' ? TRADING : label)}
    </Pill>
  );
}
