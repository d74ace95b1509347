import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import * as t from '../../texts/catalog'
import { Door } from '../logged-out/logged-out'
import type { Organization } from '../logged-out/use-organization'
import doorStyles from '../logged-out/logged-out.module.css'
import styles from './accounts.module.css'

interface AccountDoorProps {
  organization: Organization | undefined | null
  title: string
  /** Content below the heading. */
  lead?: ComponentChildren
  /** Links at the bottom that lead elsewhere. */
  ways?: ComponentChildren
  /** True if this page replaces a submitted form; its heading then takes the focus. */
  isAnswer?: boolean
  children?: ComponentChildren
}

/** Layout of a page for visitors who are not logged in: heading, content, links. */
export function AccountDoor(props: AccountDoorProps) {
  const { organization, title, lead, ways, isAnswer = false, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const name = organization?.realm_name
  useEffect(() => {
    document.title = name === undefined ? title : `${title} · ${name}`
  }, [title, name])
  useEffect(() => {
    if (isAnswer) heading.current?.focus()
  }, [title, isAnswer])
  return (
    <Door organization={organization}>
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

/** A text with an email address in its middle. */
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
