/** Tells whether a text may be a quote's id: other texts were never given out, and some of their characters no database takes. */
const QUOTE_ID = /^[A-Za-z0-9._-]{1,128}$/;

export const isQuoteId = (text: string): boolean => QUOTE_ID.test(text);
