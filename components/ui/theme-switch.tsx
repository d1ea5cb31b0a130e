'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { msg } from '../../lib/i18n/text.ts';
import { IconButton } from './button.tsx';
import { useText } from './text.tsx';
import { type Theme, useTheme } from './theme.ts';

const ROUND: Record<Theme, { next: Theme; Icon: typeof Sun; label: string }> = {
  system: { next: 'light', Icon: Monitor, label: msg('System theme. Change to light') },
  light: { next: 'dark', Icon: Sun, label: msg('Light theme. Change to dark') },
  dark: { next: 'system', Icon: Moon, label: msg('Dark theme. Change to system') },
};

/** One button that cycles through system, light and dark. */
export function ThemeSwitch() {
  const t = useText();
  const [theme, choose] = useTheme();
  const { next, Icon, label } = ROUND[theme];
  return (
    <IconButton label={t(label)} onClick={() => choose(next)} className="max-sm:size-11">
      <Icon aria-hidden size={18} />
    </IconButton>
  );
}
