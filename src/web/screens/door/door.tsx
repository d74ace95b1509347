import type { ComponentChildren } from 'preact'
import * as t from '../../i18n/en'
import { ownPicture } from '../../parts/avatar/picture'
import type { Organisation } from './use-organisation'
import styles from './door.module.css'

interface DoorProps {
  /** undefined: not known yet; null: there is none at this address. */
  organisation: Organisation | undefined | null
  /** The heading, and what stands below it. */
  children: ComponentChildren
}

/** What those see who are not in: the organisation's icon, and one thing that they can do. */
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
