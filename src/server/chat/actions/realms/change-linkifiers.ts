import { fixedError } from '../../../lib/api-error'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../context'
import { orderRows } from '../../../data/engine/order-rows'
import { lockAccounts } from '../../../data/users/update-users'
import type { Tx } from '../../../data/engine/database'
import {
  deleteLinkifierRow,
  insertLinkifierRow,
  listLinkifierRows,
  updateLinkifierRow,
} from '../../../data/realms/linkifiers'
import { updateRealm } from '../../../data/realms/realms'
import type { LinkifierRow } from '../../../data/schema'
import type { Audience } from '../../../events/audience'
import { publish } from '../../../events/publish'
import { compileLinkifier, LinkifierError } from '../../../text/markdown/linkifiers'
import { filtersChanged, linkifiersChanged, presentLinkifier } from '../../../wire/linkifiers'
import { differences, recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { requireAdministrator } from '../../rules/permissions/roles'
import { filtersAmong } from './list-linkifiers'

export class LinkifierNotFoundError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is no such linkifier in the organization.',
  example: 'Linkifier not found.',
}) {}

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer'>

export interface LinkifierInput {
  pattern: string
  urlTemplate: string
}

/**
 * Adds a linkifier at the end of the list, and answers its id.
 * @throws AdministratorRequiredError
 * @throws BadRequestError for an invalid or existing linkifier
 */
export async function addLinkifier(
  ctx: Context,
  requester: Requester,
  wanted: LinkifierInput,
): Promise<number> {
  requireAdministrator(requester)
  const checked = await checkLinkifier(ctx, requester, wanted)
  return changeLinkifiers(ctx, requester, async (tx, linkifiers) => {
    if (linkifiers.length >= sizeLimits.linkifiers) {
      throw new BadRequestError(`Too many linkifiers (limit: ${sizeLimits.linkifiers})`)
    }
    const position = 1 + Math.max(0, ...linkifiers.map((linkifier) => linkifier.position))
    const id = await insertLinkifierRow(tx, { realm_id: requester.realm_id, ...checked, position })
    if (id === undefined) throw linkifierExists()
    return id
  })
}

/**
 * @throws AdministratorRequiredError, LinkifierNotFoundError
 * @throws BadRequestError for an invalid or existing linkifier
 */
export async function updateLinkifier(
  ctx: Context,
  requester: Requester,
  id: number,
  wanted: LinkifierInput,
): Promise<void> {
  requireAdministrator(requester)
  const checked = await checkLinkifier(ctx, requester, wanted)
  await changeLinkifiers(ctx, requester, async (tx, linkifiers) => {
    if (!linkifiers.some((linkifier) => linkifier.id === id)) throw new LinkifierNotFoundError()
    const others = linkifiers.filter((linkifier) => linkifier.id !== id)
    if (others.some(({ pattern }) => pattern === checked.pattern)) throw linkifierExists()
    await updateLinkifierRow(tx, requester.realm_id, id, checked)
  })
}

/** @throws AdministratorRequiredError, LinkifierNotFoundError */
export async function removeLinkifier(
  ctx: Context,
  requester: Requester,
  id: number,
): Promise<void> {
  await changeLinkifiers(ctx, requester, async (tx, linkifiers) => {
    if (!linkifiers.some((linkifier) => linkifier.id === id)) throw new LinkifierNotFoundError()
    await deleteLinkifierRow(tx, requester.realm_id, id)
  })
}

/**
 * Changes the order in which linkifiers are tried.
 * @param ids all linkifiers, in their new order
 * @throws AdministratorRequiredError, BadRequestError
 */
export async function reorderLinkifiers(
  ctx: Context,
  requester: Requester,
  ids: readonly number[],
): Promise<void> {
  await changeLinkifiers(ctx, requester, async (tx, linkifiers) => {
    const wanted = new Set(ids)
    const areAll = linkifiers.every((linkifier) => wanted.has(linkifier.id))
    if (!areAll || ids.length !== linkifiers.length) {
      throw new BadRequestError(
        'The ordered list must enumerate all existing linkifiers exactly once',
      )
    }
    await orderRows(tx, 'realm_linkifiers', requester.realm_id, ids)
  })
}

/** Changes the linkifiers under a lock, gives them a new version, and notifies everybody. */
async function changeLinkifiers<Result>(
  ctx: Context,
  requester: Requester,
  change: (tx: Tx, linkifiers: readonly LinkifierRow[]) => Promise<Result>,
): Promise<Result> {
  requireAdministrator(requester)
  const { realm_id: realmId } = requester
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const before = await listLinkifierRows(tx, realmId)
    const result = await change(tx, before)
    const linkifiers = await listLinkifierRows(tx, realmId)
    const changed = differences(patternsOf(before), patternsOf(linkifiers))
    if (changed) await recordActs(tx, realmId, [{ act: 'linkifiers_changed', ...changed }])
    const linkifiers_version = linkifiers.length === 0 ? null : randomUUID()
    await updateRealm(tx, realmId, { linkifiers_version })
    const audience: Audience = { everyone: 'all' }
    await publish(tx, realmId, [
      {
        event: linkifiersChanged(linkifiers.map(presentLinkifier)),
        audience,
        condition: { capability: 'linkifier_url_template', isDeclared: true },
      },
      { event: filtersChanged(filtersAmong(linkifiers)), audience },
    ])
    return result
  })
}

/**
 * A linkifier as it is stored.
 * @throws BadRequestError for an invalid or slow one
 * @throws RenderingBusyError when the server is too busy to test the pattern
 */
export async function checkLinkifier(
  { renderer }: Pick<Context, 'renderer'>,
  requester: Pick<Requester, 'realm_id'>,
  { pattern, urlTemplate }: LinkifierInput,
): Promise<Pick<LinkifierRow, 'pattern' | 'url_template'>> {
  const wanted = { pattern: pattern.trim(), urlTemplate: fromOldFormat(urlTemplate.trim()) }
  try {
    compileLinkifier(wanted)
  } catch (error) {
    if (error instanceof LinkifierError) throw new BadRequestError(error.message)
    throw error
  }
  if (await renderer.isTooSlow(requester.realm_id, wanted)) {
    throw new BadRequestError('Linkifier pattern is too complex: some texts take too long.')
  }
  return { pattern: wanted.pattern, url_template: wanted.urlTemplate }
}

/** Converts the format of older clients, `https://t.test/%(id)s`. */
function fromOldFormat(template: string): string {
  if (!/%\(\w+\)s/.test(template)) return template
  return template.replace(/%\((\w+)\)s/g, '{$1}').replaceAll('%%', '%')
}

function linkifierExists(): BadRequestError {
  return new BadRequestError('There is a linkifier with this pattern already.')
}

/** Linkifiers by id, as the audit log stores them. */
function patternsOf(linkifiers: readonly LinkifierRow[]): Record<string, unknown> {
  return Object.fromEntries(
    linkifiers.map(({ id, pattern, url_template, position }) => [
      String(id),
      { pattern, url_template, position },
    ]),
  )
}
