import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureProcess } from '../../src/server/lib/measure-process'
import { createMetrics } from '../../src/server/lib/metrics'
import { firstOf, maybe, shapedLike } from '../support/checked'

const deploy = join(__dirname, '../../deploy')
const read = (file: string): string => readFileSync(join(deploy, file), 'utf8')

const alerts = read('prometheus/alerts.yml')
const dashboard = shapedLike(JSON.parse(read('grafana/parley.json')), {
  panels: [{ title: '', targets: maybe([{ expr: '' }]) }],
})
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
)

/** Series of `GET /metrics` as Prometheus reads them: names with their labels. */
const metrics = createMetrics()
measureProcess(metrics)
const kinds = metrics.registry.getMetricsAsArray() as unknown as {
  name: string
  type: string
  labelNames?: string[]
}[]
const series = new Map(
  kinds.flatMap(({ name, type, labelNames = [] }): [string, string[]][] =>
    type.toString() === 'histogram'
      ? ['_bucket', '_sum', '_count'].map((end) => [name + end, ['le', ...labelNames]])
      : [[name, labelNames]],
  ),
)
/** Labels that Prometheus adds itself. */
const ofPrometheus = ['job', 'instance']

/** Series names in a query, with the labels in their selectors. */
function namedIn(query: string): { name: string; labels: string[] }[] {
  const named = query.matchAll(/\b((?:parley|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)
  return [...named].map(([, name = '', chosen = '']) => ({
    name,
    labels: [...chosen.matchAll(/(\w+)\s*(?:=|!=|=~|!~)\s*"/g)].map(([, label = '']) => label),
  }))
}

function expectToExist(query: string): void {
  const named = namedIn(query)
  expect(named).not.toEqual([])
  for (const { name, labels } of named) {
    expect([...series.keys()]).toContain(name)
    for (const label of labels)
      expect([...ofPrometheus, ...(series.get(name) ?? [])]).toContain(label)
  }
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  )
  const known = new Set([...ofPrometheus, ...named.flatMap(({ name }) => series.get(name) ?? [])])
  for (const label of grouped) expect([...known]).toContain(label)
}

describe('the dashboard', () => {
  it.each(queries)('queries existing series: $title', ({ expr }) => expectToExist(expr))

  it('shows every metric of the server', () => {
    const shown = new Set(queries.flatMap(({ expr }) => namedIn(expr).map(({ name }) => name)))
    const hidden = kinds
      .map(({ name }) => name)
      .filter((name) => name.startsWith('parley_'))
      .filter((name) => ![name, `${name}_bucket`, `${name}_count`].some((each) => shown.has(each)))
    // Not shown: CSP reports are for developers, and cache entries are few.
    expect(hidden).toEqual(['parley_memory_entries', 'parley_csp_reports_total'])
  })
})

/** Label values that a selector names, by label: `a="b"` and `a=~"b|c"`. */
function chosenIn(selector: string): [label: string, value: string][] {
  return [...selector.matchAll(/(\w+)\s*=~?\s*"([^"]*)"/g)].flatMap(([, label = '', values = '']) =>
    values.split('|').map((value): [string, string] => [label, value]),
  )
}

describe('an alert', () => {
  const rules = alerts.split(/^ {6}- alert: /m).slice(1)
  const guide = readFileSync(join(__dirname, '../../docs/operating.md'), 'utf8')

  let exposed: string
  beforeAll(async () => {
    exposed = await metrics.registry.metrics()
  })

  it.each(rules.map((rule) => [firstOf(rule.split('\n')), rule]))(
    '%s reads existing series',
    (name, rule) => {
      const [, expression = ''] = /expr:([^]*?)\n {8}(?:for|labels):/.exec(rule) ?? []
      if (!expression.includes('up{job="parley"}')) expectToExist(expression)
      expect(rule).toMatch(/severity: (page|ticket) /)
      // Prometheus sees no increase in a series that appears with its first event.
      const counters = expression.matchAll(
        /\b(?:increase|rate)\((parley_\w+_total)(?:\{([^}]*)\})?/g,
      )
      for (const [, counter = '', selector = ''] of counters) {
        const begun = exposed.split('\n').filter((line) => line.startsWith(`${counter}{`))
        expect({ counter, series: begun.length }).not.toEqual({ counter, series: 0 })
        for (const [label, value] of chosenIn(selector)) {
          expect(begun.join('\n')).toContain(`${label}="${value}"`)
        }
      }
      // The guide says how to react to each alert.
      expect(guide).toContain(`\`${name}\``)
    },
  )
})
