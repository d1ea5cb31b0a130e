/** The questions that a quote asks of upstreams, so that the bare server can ask them too, each time for another amount. */
import { z } from 'zod';

const questionSchema = z.object({ origin: z.string(), path: z.string() });
export type Question = z.infer<typeof questionSchema>;

/** Sold in the cases that are measured against the bare server: an amount that no other number has. */
export const SOLD_BASE_UNITS = 50_000_000;
const DECIMALS = 8;

/** Every number sells another amount, so that nobody can share an answer. */
export const soldAmount = (number: number): string => ((SOLD_BASE_UNITS + number) / 10 ** DECIMALS).toFixed(DECIMALS);

export const parseQuestions = (text: string): Question[] => z.array(questionSchema).parse(JSON.parse(text));

/** The path of the same question about that number's amount. */
export const questionAt = ({ path }: Question, number: number): string =>
  path.replace(String(SOLD_BASE_UNITS), String(SOLD_BASE_UNITS + number));
