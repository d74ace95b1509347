import type { AuditEntry } from '../../../../shared/audit-log'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { PersonLink } from '../../../parts/person/person-link'
import styles from './audit-log.module.css'

/** The user who acted, with the address as a tooltip; else the interface that did. */
export function Actor({ entry }: { entry: AuditEntry }) {
  const { acting_user_id: userId, source, address, client } = entry
  if (userId === null) return <>{t.auditLog.sources[source] ?? source}</>
  return (
    <span title={[address, client].filter((fact) => fact !== null).join(', ')}>
      <Person userId={userId} />
    </span>
  )
}

/** The user, stream or group that an act changed; nothing for the organization. */
export function Affected({ entry }: { entry: AuditEntry }) {
  const { store, navigation } = useApp()
  const { affected_type: type, affected_id: id } = entry
  if (type === null || id === null) return null
  if (type === 'user') {
    return (
      <span class={styles['affected']}>
        <Person userId={id} />
      </span>
    )
  }
  const stream = type === 'stream' ? store.stream(id) : undefined
  const group =
    type === 'user_group' ? store.read('realm_user_groups').find((one) => one.id === id) : undefined
  return (
    <span class={styles['affected']}>
      {stream ? (
        <a
          href={navigation.hrefOf({
            view: 'narrow',
            narrow: [{ operator: 'channel', operand: id }],
          })}
        >
          #{stream.name}
        </a>
      ) : (
        (group?.name ?? `#${id}`)
      )}
    </span>
  )
}

function Person({ userId }: { userId: number }) {
  const { store } = useApp()
  const name = store.user(userId)?.full_name
  return name === undefined ? <>{`#${userId}`}</> : <PersonLink userId={userId}>{name}</PersonLink>
}

/** The values that an act changed, before and after. */
export function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = Object.keys({ ...before, ...after })
  return (
    <ul class={styles['changes']}>
      {names.map((name) => (
        <li key={name}>
          {t.auditLog.change(
            name.replaceAll('_', ' '),
            shown(name, before[name]),
            shown(name, after[name]),
          )}
        </li>
      ))}
    </ul>
  )
}

/** Roles by their names, other values as they are. */
function shown(name: string, value: unknown): string | undefined {
  const isRole = name === 'role' || name === 'invited_as'
  const role = isRole && typeof value === 'number' ? t.person.roles[value] : undefined
  return role ?? shortOf(value)
}

const longestValue = 80

function shortOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`
}
