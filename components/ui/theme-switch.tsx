'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';

const CHOICES = ['system', 'light', 'dark'] as const;
type Choice = (typeof CHOICES)[number];
const ICONS = { system: Monitor, light: Sun, dark: Moon };
const KEY = 'portage.theme';

const isChoice = (text: string | null): text is Choice => CHOICES.some((choice) => choice === text);

/** One button that goes round: as the system, light, dark. */
export function ThemeSwitch() {
  const [choice, setChoice] = useState<Choice>('system');
  useEffect(() => {
    const saved = localStorage.getItem(KEY);
    if (isChoice(saved)) setChoice(saved);
  }, []);
  const next = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] ?? 'system';
  const choose = () => {
    setChoice(next);
    if (next === 'system') {
      localStorage.removeItem(KEY);
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem(KEY, next);
      document.documentElement.dataset.theme = next;
    }
  };
  const Icon = ICONS[choice];
  const name = choice === 'system' ? 'as your system' : choice;
  return (
    <IconButton label={`Theme: ${name}. Change to ${next === 'system' ? 'your system’s' : next}`} onClick={choose}>
      <Icon aria-hidden size={18} />
    </IconButton>
  );
}
