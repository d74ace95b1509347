import { readCoverage } from './compare'
import type { Coverage, Covered } from './compare'

/** The coverage page: which parts of feature level 371 are built, and why the rest is not. */
export function writeCoverage(coverage: Coverage = readCoverage()): string {
  const args = coverage.operations.flatMap((operation) => operation.args)
  return `# The built part of feature level 371

Parley announces feature level 467 ([what came after 371](levels.md)). The tables list everything that a server of that level has,
compared with Parley's declarations; \`npm run coverage\` writes them, and a test checks them. **Built** is declared and has its effect,
**refused** is answered with an error, **not for us** is never needed by clients of Parley.

| | of the level | built | refused | not for us |
|---|---|---|---|---|
${row('operations', coverage.operations)}
${row('their arguments', args)}
${row('events', coverage.events)}
${row('keys of register', coverage.registerKeys)}

## Operations

| Operation | | Arguments built | Not built |
|---|---|---|---|
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
  const built = args.filter((arg) => arg.verdict?.status === 'built').map((arg) => code(arg.name))
  const missing =
    verdict?.status === 'built' ? args.filter((arg) => arg.verdict?.status !== 'built') : []
  return `| ${code(name)} | ${verdictOf(verdict)} | ${built.join(', ')} | ${missing
    .map((arg) => `${code(arg.name)} (${verdictOf(arg.verdict)})`)
    .join(', ')} |`
}

function listed(all: readonly Covered[]): string {
  const built = all.filter(({ verdict }) => verdict?.status === 'built')
  const missing = all.filter(({ verdict }) => verdict?.status !== 'built')
  const lines = missing.map(({ name, verdict }) => `- ${code(name)}: ${verdictOf(verdict)}`)
  return [`Built: ${built.map(({ name }) => code(name)).join(', ')}.`, ...lines].join('\n\n')
}

function verdictOf(verdict: Covered['verdict']): string {
  if (!verdict) return '**unsaid**'
  return verdict.status === 'built' ? 'built' : `${verdict.status}: ${verdict.why}`
}

const code = (text: string) => `\`${text}\``
