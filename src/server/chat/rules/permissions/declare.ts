export { valueOf, valuesOf } from '../../../../shared/permission-values'
export type {
  SystemGroupKey,
  Permission,
  PermissionValues,
} from '../../../../shared/permission-values'
