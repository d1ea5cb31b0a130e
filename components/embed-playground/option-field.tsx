import { useId } from 'react';
import {
  EMBED_OPTIONS,
  FONTS,
  HIDEABLE,
  LANGUAGES,
  LAYOUTS,
  LOCKABLE,
  type OptionName,
  THEMES,
} from '../../lib/api/embed/option-list.ts';
import { CHAIN_LIST } from '../../lib/chains/chains.ts';
import { PROVIDER_IDS } from '../../lib/domain/provider-id.ts';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';

type Kind = (typeof EMBED_OPTIONS)[OptionName]['kind'];

const CHOICES: Partial<Record<Kind, readonly string[]>> = {
  theme: THEMES,
  font: FONTS,
  layout: LAYOUTS,
  language: LANGUAGES,
};
const TICKED: Partial<Record<Kind, readonly string[]>> = {
  chains: CHAIN_LIST.filter(({ tradable }) => tradable).map(({ id }) => id),
  providers: PROVIDER_IDS,
  locks: LOCKABLE,
  hides: HIDEABLE,
};
const NUMERIC: readonly Kind[] = ['amount', 'percent', 'affiliateBps', 'radius'];

type FieldProps = { name: OptionName; text: string; fault: string | undefined; onText: (text: string) => void };

const Name = ({ name }: { name: OptionName }) => <code className="font-mono text-ink">{name}</code>;

function Ticks({ name, text, values, onText }: FieldProps & { values: readonly string[] }) {
  const chosen = text.split(',').filter(Boolean);
  const toggle = (value: string) =>
    onText((chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]).join(','));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-14">
        <Name name={name} />
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((value) => (
          <label
            key={value}
            className="inline-flex min-h-8 cursor-pointer items-center rounded-full border border-line-3 px-2.5 font-mono text-12 text-ink-2 transition-colors duration-150 hover:border-ink-3 hover:text-ink has-checked:border-water has-checked:bg-water-tint has-checked:font-semibold has-checked:text-water has-focus-visible:outline-2 has-focus-visible:outline-water max-sm:min-h-10"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            {value}
          </label>
        ))}
      </div>
      <p className="mt-1 text-12 text-ink-3">{EMBED_OPTIONS[name].docs}</p>
    </fieldset>
  );
}

function Choice({ name, text, values, onText }: FieldProps & { values: readonly string[] }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-14">
        <Name name={name} />
      </label>
      <select
        id={id}
        aria-describedby={`${id}-note`}
        value={text}
        onChange={({ target }) => onText(target.value)}
        className="min-h-11 w-full cursor-pointer rounded-10 border border-line-3 bg-paper px-3 font-mono text-14"
      >
        <option value="">{EMBED_OPTIONS[name].byDefault} (default)</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
      <p id={`${id}-note`} className="mt-1 text-12 text-ink-3">
        {EMBED_OPTIONS[name].docs}
      </p>
    </div>
  );
}

/** The picker's value while no colour is chosen. */
const NO_COLOR = '#808080';

const Picker = ({ name, text, onText }: FieldProps) => (
  <input
    type="color"
    aria-label={`Pick ${name}`}
    value={/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : NO_COLOR}
    onChange={({ target }) => onText(target.value)}
    className={classNames('size-9 shrink-0 cursor-pointer rounded-6 bg-transparent', text === '' && 'opacity-40')}
  />
);

/** An input for one option, suited to its kind. */
export function OptionField(props: FieldProps) {
  const { name, text, fault, onText } = props;
  const { kind, byDefault, docs } = EMBED_OPTIONS[name];
  const choices = CHOICES[kind];
  if (choices) return <Choice {...props} values={choices} />;
  const ticked = TICKED[kind];
  if (ticked) return <Ticks {...props} values={ticked} />;
  return (
    <Field
      label={<Name name={name} />}
      value={text}
      onChange={({ target }) => onText(target.value)}
      placeholder={byDefault}
      inputMode={NUMERIC.includes(kind) ? 'decimal' : 'text'}
      hint={docs}
      error={fault}
      mono
      trailing={kind === 'color' ? <Picker {...props} /> : undefined}
    />
  );
}
