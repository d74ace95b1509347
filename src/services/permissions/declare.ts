export { valueOf, valuesOf } from '../../wire/permission-values'
export type {
  SystemGroupKey,
  Permission,
  Permissions,
  PermissionValues,
} from '../../wire/permission-values'
