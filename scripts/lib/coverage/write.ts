import { readCoverage } from './compare'
import type { Coverage, Covered } from './compare'

/** The coverage page: which parts of feature level 371 are built, and why the rest is not. */
export function writeCoverage(coverage: Coverage = readCoverage()): string {
  const args = coverage.operations.flatMap((operation) => operation.args)
  return `# The built part of feature level 371

Parley announces feature level 467 ([what came after 371](levels.md)). Everything that a server of level 371 has is
compared with Parley's declarations; \`npm run coverage\` writes this page, and a test checks it. **Built** is declared and has its effect,
**refused** is answered with an error, **not for us** is never needed by clients of Parley.

| | of the level | built | refused | not for us |
|---|---|---|---|---|
${row('operations', coverage.operations)}
${row('their arguments', args)}
${row('events', coverage.events)}
${row('keys of register', coverage.registerKeys)}

## Operations

All other arguments of a built operation are built; the page at \`/api\` describes them.

| Operation | | Arguments not built |
|---|---|---|
${coverage.operations.map(operationRow).join('\n')}

## Events

${listed(coverage.events)}

## Keys of \`POST /register\`

${listed(coverage.registerKeys)}
`
}

function row(what: string, all: readonly Covered[]): string {
  const count = (status: string) => all.filter(({ verdict }) => verdict?.status === status).length
  return `| ${what} | ${all.length} | ${count('built')} | ${count('refused')} | ${count('not for us')} |`
}

function operationRow({ name, verdict, args }: Coverage['operations'][number]): string {
  const missing =
    verdict?.status === 'built' ? args.filter((arg) => arg.verdict?.status !== 'built') : []
  return `| ${code(name)} | ${verdictOf(verdict)} | ${missing
    .map((arg) => `${code(arg.name)} (${verdictOf(arg.verdict)})`)
    .join(', ')} |`
}

function listed(all: readonly Covered[]): string {
  const missing = all.filter(({ verdict }) => verdict?.status !== 'built')
  const lines = missing.map(({ name, verdict }) => `- ${code(name)}: ${verdictOf(verdict)}`)
  return lines.length === 0 ? 'All are built.' : ['All are built except', ...lines].join('\n\n')
}

function verdictOf(verdict: Covered['verdict']): string {
  if (!verdict) return '**unsaid**'
  return verdict.status === 'built' ? 'built' : `${verdict.status}: ${verdict.why}`
}

const code = (text: string) => `\`${text}\``
