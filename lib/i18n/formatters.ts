/** Keeps the formatters of `Intl`: making one costs a hundred times what using it does. */

function kept<Options, Formatter>(make: (locale: string, options?: Options) => Formatter) {
  const known = new Map<string, Formatter>();
  return (locale: string, options?: Options): Formatter => {
    const key = options === undefined ? locale : `${locale} ${JSON.stringify(options)}`;
    const formatter = known.get(key) ?? make(locale, options);
    known.set(key, formatter);
    return formatter;
  };
}

export const numberFormat = kept(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
/** In the time zone that the reader had at the first use. */
export const dateTimeFormat = kept(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const relativeTimeFormat = kept(
  (locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
export const listFormat = kept((locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
export const pluralRules = kept((locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options));

/** What stands between the whole digits and the others: "." or ",". */
export const decimalSign = (locale: string): string =>
  numberFormat(locale)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.';
