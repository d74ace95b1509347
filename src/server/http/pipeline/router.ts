import { methods, pathParamNames } from '../declare/endpoint'
import type { Endpoint, Method } from '../declare/endpoint'
import { decodePathSegment } from '../arguments/urlencoded'

/** The endpoints that a path leads to: one per method. */
export interface Route {
  /** The declared path, for metrics and logs. */
  readonly template: string
  readonly endpoints: ReadonlyMap<string, Endpoint>
  /** Whether one of the endpoints takes a file. */
  readonly takesFile: boolean
  /** Whether GET and HEAD lead to a page of the web app. */
  readonly hasPage: boolean
  /** Methods of the path, sorted. */
  readonly allowedMethods: readonly Method[]
}

export interface RouteMatch {
  route: Route
  /** The segments that stand for `{name}`, still encoded. */
  segments: ReadonlyMap<string, string>
}

/** Methods with which browsers request a page, in addition to HEAD. */
const pageMethods = ['GET'] as const

/**
 * Paths of files, in which no segment contains a slash: some clients encode the slashes between key and name, too.
 * Source: docs/protocol/uploads.md#encoded-slashes.
 */
const pathOfFile = /^\/(?:(?:api\/v1|json)\/)?user_(?:uploads|avatars)\//

const noSegments: ReadonlyMap<string, string> = new Map()

/** One level of the tree of paths. */
interface Node {
  readonly children: Map<string, Node>
  wildcard: Node | undefined
  endpoints: Endpoint[]
  route: Route | undefined
}

/**
 * Finds endpoints by path. A literal segment is preferred to a name in braces at the same place,
 * so `/users/me` is never taken for a user id. A first segment that is literal anywhere is never a name: `/json/messages/5`
 * is no address of a team `json`.
 */
export class Router {
  readonly #root = newNode()
  readonly #literals = new Map<string, Route>()

  /** @throws Error at start when two endpoints claim the same method and path */
  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) this.#add(endpoint)
  }

  /** Paths below `/json/` serve pages: they have all endpoints of `/api/v1/`, and their own. */
  find(given: string): RouteMatch | undefined {
    const path = pathOfFile.test(given) ? given.replace(/%2f/gi, '/') : given
    // A slash that separates nothing belongs to the value around it.
    const match = this.#find(path) ?? (path.includes('//') ? this.#find(given) : undefined)
    if (match || !path.startsWith('/json/')) return match
    return this.#find(`/api/v1/${path.slice('/json/'.length)}`)
  }

  #find(path: string): RouteMatch | undefined {
    // Most paths have no names in braces, and are looked up directly.
    const literal = this.#literals.get(path)
    if (literal) return { route: literal, segments: noSegments }

    const segments = path.split('/').slice(1)
    const variables: string[] = []
    const route = search(this.#root, segments, variables)
    if (!route) return undefined
    const names = pathParamNames(route.template)
    return { route, segments: new Map(names.map((name, i) => [name, variables[i] ?? ''])) }
  }

  #add(endpoint: Endpoint): void {
    let node = this.#root
    for (const segment of endpoint.path.split('/').slice(1)) {
      node = segment.startsWith('{') ? (node.wildcard ??= newNode()) : childOf(node, segment)
    }
    const taken = node.endpoints.find((other) => other.method === endpoint.method)
    if (taken || (node.route && node.route.template !== endpoint.path)) {
      throw new Error(`${endpoint.method} ${endpoint.path} is declared twice`)
    }
    node.endpoints.push(endpoint)
    const byMethod = new Map(node.endpoints.flatMap(withMethods))
    const hasPage = node.endpoints.some((each) => each.hasPage)
    node.route = {
      template: endpoint.path,
      endpoints: byMethod,
      takesFile: node.endpoints.some(({ upload }) => upload !== undefined),
      hasPage,
      allowedMethods: [...new Set([...byMethod.keys(), ...(hasPage ? pageMethods : [])])].sort(),
    }
    if (endpoint.path.includes('{')) return
    this.#literals.set(endpoint.path, node.route)
    const { otherPath } = [...byMethod.values()].find((each) => each.otherPath) ?? {}
    if (otherPath) this.#literals.set(otherPath, node.route)
  }
}

/**
 * The texts of the path, each decoded when it is asked for.
 *
 * @throws MalformedRequestError from `get` for a segment that is not UTF-8
 */
export function pathTexts(match: RouteMatch): { get(name: string): string | undefined } {
  return {
    get(name) {
      const encoded = match.segments.get(name)
      return encoded === undefined ? undefined : decodePathSegment(encoded, name)
    },
  }
}

/**
 * Walks down from the segment at `depth`; `variables` collects the segments that names in braces
 * stand for, in order.
 */
function search(
  node: Node,
  segments: readonly string[],
  variables: string[],
  depth = 0,
): Route | undefined {
  const segment = segments[depth]
  if (segment === undefined) return node.route

  const child = node.children.get(segment)
  const route = child && search(child, segments, variables, depth + 1)
  const isTaken = depth === 0 && child !== undefined
  if (route || isTaken || !node.wildcard || segment === '') return route

  variables.push(segment)
  const wildRoute = search(node.wildcard, segments, variables, depth + 1)
  if (!wildRoute) variables.pop()
  return wildRoute
}

function withMethods(endpoint: Endpoint): [Method, Endpoint][] {
  const own = endpoint.takesAnyMethod ? methods : [endpoint.method]
  return own.map((method) => [method, endpoint])
}

function childOf(node: Node, segment: string): Node {
  const child = node.children.get(segment) ?? newNode()
  node.children.set(segment, child)
  return child
}

function newNode(): Node {
  return { children: new Map(), wildcard: undefined, endpoints: [], route: undefined }
}
