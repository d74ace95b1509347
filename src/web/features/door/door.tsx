import type { ComponentChildren } from 'preact'
import * as t from '../../texts/en'
import { ownPicture } from '../../ui/avatar/picture'
import type { Organisation } from './use-organisation'
import styles from './door.module.css'

interface DoorProps {
  /** undefined: loading; null: no organization at this address. */
  organisation: Organisation | undefined | null
  /** Heading and content. */
  children: ComponentChildren
}

/** Layout of the logged-out pages: the organization's icon, and one form or message. */
export function Door({ organisation, children }: DoorProps) {
  return (
    <main class={styles['page']}>
      <div class={styles['card']}>
        <img
          class={styles['icon']}
          src={ownPicture(organisation?.realm_icon) ?? '/icons/favicon.svg'}
          alt=""
          width="56"
          height="56"
        />
        {organisation === null ? (
          <>
            <h1>{t.login.noOrganisation}</h1>
            <p>{t.login.checkAddress}</p>
          </>
        ) : (
          children
        )}
      </div>
    </main>
  )
}
