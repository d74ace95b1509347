import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A function with many parameters, and its place. */
interface LongSignature {
  name: string
  file: string
  line: number
  parameters: number
}

/** Functions of `files` with at least `fewest` parameters; type declarations do not count. */
export function findLongSignatures(files: Iterable<string>, fewest = 5): LongSignature[] {
  return [...files].flatMap((file) => {
    const source = parse(file, readFileSync(file, 'utf8'))
    return functionsIn(source)
      .filter(({ parameters }) => parameters.length >= fewest)
      .map((node) => ({
        name: nameOf(node, source),
        file,
        line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
        parameters: node.parameters.length,
      }))
  })
}

export function parse(file: string, text: string): ts.SourceFile {
  const kind = path.extname(file) === '.tsx' ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
}

type FunctionNode = ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody }

function functionsIn(source: ts.SourceFile): FunctionNode[] {
  const found: FunctionNode[] = []
  const visit = (node: ts.Node): void => {
    if (hasBody(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function hasBody(node: ts.Node): node is FunctionNode {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

/** The name of a function, or of the variable or property that holds it. */
function nameOf(node: FunctionNode, source: ts.SourceFile): string {
  if (ts.isConstructorDeclaration(node))
    return `constructor of ${node.parent.name?.text ?? 'a class'}`
  if (node.name) return node.name.getText(source)
  const { parent } = node
  const holds = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
  return holds ? parent.name.getText(source) : 'a function without a name'
}
