/**
 * Defines the requests that a quote makes to upstreams, so that the bare server can make them too, each time for
 * another amount.
 */
import { z } from 'zod';

const questionSchema = z.object({ origin: z.string(), path: z.string() });
export type Question = z.infer<typeof questionSchema>;

/** The amount sold in the cases that are measured against the bare server, unlike any other number. */
export const SOLD_BASE_UNITS = 50_000_000;
const DECIMALS = 8;

/** Every number sells another amount, so that nobody can share an answer. */
export const soldAmount = (number: number): string => ((SOLD_BASE_UNITS + number) / 10 ** DECIMALS).toFixed(DECIMALS);

export const parseQuestions = (text: string): Question[] => z.array(questionSchema).parse(JSON.parse(text));

/** The path of the same request for that number's amount. */
export const questionAt = ({ path }: Question, number: number): string =>
  path.replace(String(SOLD_BASE_UNITS), String(SOLD_BASE_UNITS + number));
