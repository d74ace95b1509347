import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import * as t from '../../i18n/en'
import { Door } from '../door/door'
import type { Organisation } from '../door/use-organisation'
import doorStyles from '../door/door.module.css'
import styles from './accounts.module.css'

interface AccountDoorProps {
  organisation: Organisation | undefined | null
  title: string
  /** Below the heading. */
  lead?: ComponentChildren
  /** Below everything else, links that lead elsewhere. */
  ways?: ComponentChildren
  /** Whether it takes the place of what the reader has just done something with. */
  isAnswer?: boolean
  children?: ComponentChildren
}

/** One of the pages of those who are not in: what it is about, what to do, and where else to go. */
export function AccountDoor(props: AccountDoorProps) {
  const { organisation, title, lead, ways, isAnswer = false, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const name = organisation?.realm_name
  useEffect(() => {
    document.title = name === undefined ? title : `${title} · ${name}`
  }, [title, name])
  useEffect(() => {
    if (isAnswer) heading.current?.focus()
  }, [title, isAnswer])
  return (
    <Door organisation={organisation}>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {lead !== undefined && <div class={styles['lead']}>{lead}</div>}
      {children}
      {ways !== undefined && <p class={doorStyles['ways']}>{ways}</p>}
    </Door>
  )
}

export const LogInLink = ({ children = t.accounts.logIn }: { children?: string }) => (
  <a href="/login">{children}</a>
)

/** A text with somebody's address in its middle. */
export function WithAddress({ texts, address }: { texts: readonly string[]; address: string }) {
  return (
    <p>
      {texts[0]}
      <strong>
        <bdi>{address}</bdi>
      </strong>
      {texts[1]}
    </p>
  )
}
