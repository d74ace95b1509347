import type { Frozen } from '../../../../shared/calls'
import type { RealmImportRecord } from '../../../../shared/realm-imports'

export type RealmImport = Frozen<RealmImportRecord>
