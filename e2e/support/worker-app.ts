/** Says where the app and the sandbox of each worker listen: journeys of two workers never share what they change. */

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3917);
const FIRST_SANDBOX_PORT = Number(process.env.E2E_SANDBOX_PORT ?? 4917);

export type WorkerApp = { port: number; sandboxPort: number; url: string; sandboxUrl: string };

/** @param worker counted from 0. */
export function appOfWorker(worker: number): WorkerApp {
  const [port, sandboxPort] = [FIRST_PORT + worker, FIRST_SANDBOX_PORT + worker];
  return { port, sandboxPort, url: `http://127.0.0.1:${port}`, sandboxUrl: `http://127.0.0.1:${sandboxPort}` };
}
