/**
 * The lower bound of a quote's cost: a server that asks the same upstreams the same questions through one pool each,
 * parses their answers and sends them on. Takes the questions as its first argument and sends its port to its parent.
 */
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { parseQuestions, questionAt } from './questions.ts';

const questions = parseQuestions(process.argv[2] ?? '[]');
const pools = new Map(questions.map(({ origin }) => [origin, new Pool(origin)]));

async function ask(origin: string, path: string): Promise<unknown> {
  const pool = pools.get(origin);
  if (pool === undefined) throw new Error(`no pool for ${origin}`);
  const { body } = await pool.request({ method: 'GET', path, headers: { accept: 'application/json' } });
  return body.json();
}

const server = createServer(async (request, response) => {
  const number = Number(new URL(request.url ?? '/', 'http://bare').searchParams.get('number') ?? 0);
  const answers = await Promise.all(questions.map((one) => ask(one.origin, questionAt(one, number))));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ answers }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.(address.port);
});
