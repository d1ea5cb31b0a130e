import Link from 'next/link';
import { Fragment } from 'react';
import { parseInline } from '../../lib/docs/markdown.ts';
import type { Operation, SchemaFacts } from '../../lib/docs/reference.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { CodeBlock } from './code-block.tsx';
import { InlineText, LINK } from './markdown.tsx';
import { TryIt } from './try-it.tsx';

const MONO = 'ltr font-mono text-12 text-ink [overflow-wrap:anywhere]';
const H2 = 'mt-2 font-semibold text-14 text-ink';

const Markdown = ({ text }: { text: string }) => <InlineText inlines={parseInline(text)} />;

const SchemaLink = ({ name }: { name: string }) => (
  <Link href={`/docs/api/schema-${name}`} prefetch={false} className={LINK}>
    {name}
  </Link>
);

function Parameters({ operation }: { operation: Operation }) {
  if (operation.parameters.length === 0) return null;
  return (
    <>
      <h2 className={H2}>Parameters</h2>
      <dl className="grid gap-3 text-14 leading-5">
        {operation.parameters.map((one) => (
          <div key={one.name} className="grid gap-0.5">
            <dt className="flex flex-wrap items-baseline gap-x-2">
              <code className={MONO}>{one.name}</code>
              <span className="text-12 text-ink-3">
                {one.in}
                {one.required ? ', required' : ''}
              </span>
            </dt>
            <dd>
              <Markdown text={one.description} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Responses({ operation }: { operation: Operation }) {
  return (
    <>
      <h2 className={H2}>Answers</h2>
      <div className="grid gap-1 text-14">
        {operation.responses.map(({ status, description, schema, example }) =>
          example === undefined ? (
            <p key={status} className="ps-5.5 leading-6">
              <code className={MONO}>{status}</code> <Markdown text={description} />
            </p>
          ) : (
            <Disclosure
              key={status}
              summary={
                <span className="leading-5">
                  <code className={MONO}>{status}</code> <Markdown text={description} />
                </span>
              }
            >
              <div className="grid grid-cols-[minmax(0,1fr)] gap-2 ps-5.5">
                {schema !== undefined && (
                  <p>
                    <SchemaLink name={schema} />
                  </p>
                )}
                <CodeBlock text={JSON.stringify(example, null, 2)} label={`the example of ${status}`} />
              </div>
            </Disclosure>
          ),
        )}
      </div>
    </>
  );
}

/** One operation of the API: its parameters, its answers, and a form to try it. */
export function OperationView({ operation, here }: { operation: Operation; here: string }) {
  const { responses: _responses, summary, description, ...form } = operation;
  const { id, method, path, body, events } = form;
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h1 id={id} className="font-semibold text-32 text-ink tracking-[-0.02em]">
        {summary}
      </h1>
      <p className="ltr font-mono text-14 text-ink [overflow-wrap:anywhere]">
        <span className="me-2 rounded-6 bg-water-tint px-1.5 py-0.5 font-medium">{method}</span>
        {path}
      </p>
      <p>
        <Markdown text={description} />
      </p>
      {body && (
        <p className="text-14">
          Body: <SchemaLink name={body.schema} />
        </p>
      )}
      <Parameters operation={operation} />
      {events !== undefined && (
        <>
          <h2 className={H2}>As an event stream</h2>
          <p className="text-14 leading-6">
            <Markdown text={events} />
          </p>
        </>
      )}
      <TryIt operation={form} here={here} />
      <Responses operation={operation} />
    </section>
  );
}

/** A type's text, in which the names of schemas are links. */
function TypeText({ type, refers }: { type: string; refers: readonly string[] }) {
  const pieces = type.split(/(\b\w+\b)/);
  return pieces.map((piece, index) =>
    refers.includes(piece) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a type stay where they are
      <SchemaLink key={index} name={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a type stay where they are
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}

/** The fields of one schema. */
export function SchemaView({ schema: { name, description, type, fields } }: { schema: SchemaFacts }) {
  return (
    <section aria-labelledby={`schema-${name}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h1 id={`schema-${name}`} className="font-mono font-semibold text-20 text-ink">
        {name}
      </h1>
      {description !== '' && (
        <p className="text-14 leading-6">
          <Markdown text={description} />
        </p>
      )}
      {type !== undefined && <p className={MONO}>{type}</p>}
      {fields.length > 0 && (
        <dl className="grid gap-2 text-14 leading-5">
          {fields.map((field) => (
            <div key={field.name} className="grid gap-0.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:gap-4">
              <dt className="grid content-start">
                <code className={MONO}>{field.name}</code>
                <span className="font-mono text-12 text-ink-3 [overflow-wrap:anywhere]">
                  <TypeText type={field.type} refers={field.refers} />
                  {field.required ? '' : ', optional'}
                </span>
              </dt>
              <dd>
                <Markdown text={field.description} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
