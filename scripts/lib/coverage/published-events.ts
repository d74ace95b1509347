import { readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const wire = path.resolve(__dirname, '../../../src/server/wire')

/** Events made elsewhere: messages where they are sent, heartbeats where polls wait. */
const madeElsewhere = ['message', 'heartbeat', 'web_reload_client']

/**
 * The events that Parley can publish, as `type` or `type/op`: the event literals in the functions of
 * `src/server/wire`, found by the TypeScript compiler.
 */
export function listPublishedEvents(): ReadonlySet<string> {
  const files = readdirSync(wire, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(wire, file))
  const program = ts.createProgram(files, {
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  })
  const checker = program.getTypeChecker()
  const found = new Set(madeElsewhere)
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const [types, ops] = ['type', 'op'].map((name) => literalsOf(checker, node, name))
      for (const type of types ?? []) {
        found.add(type)
        for (const op of ops ?? []) found.add(`${type}/${op}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(program.getSourceFile(file) as ts.SourceFile)
  return found
}

/** The string literals that a property of an object can be. */
function literalsOf(
  checker: ts.TypeChecker,
  object: ts.ObjectLiteralExpression,
  name: string,
): string[] {
  const property = object.properties.find((each) => each.name?.getText() === name)
  const value =
    property && (ts.isPropertyAssignment(property) ? property.initializer : property.name)
  if (!value) return []
  if (ts.isStringLiteral(value)) return [value.text]
  const type = checker.getTypeAtLocation(value)
  const types = type.isUnion() ? type.types : [type]
  return types.flatMap((each) => (each.isStringLiteral() ? [each.value] : []))
}
