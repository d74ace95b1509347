import type { TSchema } from '@sinclair/typebox'
import { json } from '../../http/declare/params'
import type { Param } from '../../http/declare/param'
import type { Permission } from '../../../shared/rules/system-groups'
import { groupValueSchema, groupValueUpdateSchema } from '../../../shared/group-value-schemas'
import type { GroupValueUpdate } from '../../../shared/group-value-schemas'
import type { GroupValue } from '../../../shared/rules/group-values'

type Table<Name extends string> = Readonly<Record<Name, Permission>>

/** An optional argument for each permission of an object to create: the value itself. */
export function permissionParams<Name extends string>(
  table: Table<Name>,
): Record<Name, Param<GroupValue | undefined>> {
  return paramsFor(table, groupValueSchema)
}

/**
 * An optional argument for each permission of an existing object: an update with `new` and `old` value.
 * Source: docs/protocol/permissions.md#update-form.
 */
export function permissionUpdateParams<Name extends string>(
  table: Table<Name>,
): Record<Name, Param<GroupValueUpdate | undefined>> {
  return paramsFor(table, groupValueUpdateSchema)
}

/** The permissions that a call sent. */
export function sentPermissions<
  Name extends string,
  Values extends { readonly [N in Name]: unknown },
>(table: Table<Name>, params: Values): { [N in Name]?: NonNullable<Values[N]> } {
  const names = Object.keys(table) as Name[]
  const sent = names.filter((name) => params[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [name, params[name]])) as {
    [N in Name]?: NonNullable<Values[N]>
  }
}

function paramsFor<Name extends string, S extends TSchema>(
  table: Table<Name>,
  schema: S,
): Record<Name, ReturnType<typeof json<S>> & Param<never>> {
  const entries = Object.entries<Permission>(table).map(([name, { level, governs }]) => [
    name,
    json(schema, { optional: true, description: `Who may: ${governs} (level ${level})` }),
  ])
  return Object.fromEntries(entries) as Record<Name, never>
}
