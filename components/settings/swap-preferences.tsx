'use client';
import type { ReactNode } from 'react';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { brandNames } from '../routes/provider-text.ts';
import { percent } from '../ui/format.ts';
import { CHOICE, SettingsSection } from '../ui/settings-screen.tsx';
import { useText } from '../ui/text.tsx';
import { usePreferences } from './use-preferences.ts';

/** Percent. */
const TOLERANCES = [undefined, 0.5, 1, 3] as const;

/** The default tolerance, and the providers to leave out. */
export function SwapPreferences({ asked }: { asked: readonly ProviderId[] }) {
  const t = useText();
  const [{ slippage, leftOut }, change] = usePreferences();
  const brands = [...new Set(asked.flatMap(brandNames))].sort((one, other) => one.localeCompare(other));
  const chosen = brands.filter((name) => !leftOut.includes(name));
  return (
    <>
      <SettingsSection title={t('Default slippage')}>
        <p className="text-ink-2">
          {t('Auto is the slippage that the route’s provider advises for your amount, from 0.1% to 3%.')}
        </p>
        <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          <legend className="sr-only">{t('Default slippage')}</legend>
          {TOLERANCES.map((tolerance) => (
            <Option
              key={tolerance ?? 'auto'}
              type="radio"
              name="slippage"
              checked={slippage === tolerance}
              onChange={() => change({ slippage: tolerance })}
            >
              {tolerance === undefined ? t('Auto') : percent(tolerance, t.tag)}
            </Option>
          ))}
        </fieldset>
      </SettingsSection>
      <SettingsSection title={t('Providers')}>
        <p className="text-ink-2">{t('Only ticked providers are asked for routes.')}</p>
        <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          <legend className="sr-only">{t('Providers')}</legend>
          {brands.map((name) => {
            const isIn = !leftOut.includes(name);
            return (
              <Option
                key={name}
                type="checkbox"
                name="provider"
                checked={isIn}
                // Without any provider there would be no route.
                disabled={isIn && chosen.length === 1}
                onChange={() => change({ leftOut: isIn ? [...leftOut, name] : leftOut.filter((one) => one !== name) })}
              >
                {name}
              </Option>
            );
          })}
        </fieldset>
      </SettingsSection>
    </>
  );
}

function Option({
  type,
  name,
  checked,
  disabled = false,
  onChange,
  children,
}: {
  type: 'radio' | 'checkbox';
  name: string;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
  children: ReactNode;
}) {
  return (
    <label className={CHOICE}>
      <input
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        className="size-4 shrink-0 accent-water"
      />
      <span className="num">{children}</span>
    </label>
  );
}
