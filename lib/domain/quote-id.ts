/**
 * Checks whether a text has the form of a quote's id: other texts were never issued, and databases reject some of
 * their characters.
 */
const QUOTE_ID = /^[A-Za-z0-9._-]{1,128}$/;

export const isQuoteId = (text: string): boolean => QUOTE_ID.test(text);
