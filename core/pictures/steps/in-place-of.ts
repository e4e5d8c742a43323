import type { ExpressionBuilder } from 'kysely'
import type { DB } from '#core/shared/database.ts'
import type { PictureOf } from '../rules.ts'

/** The pictures where one of this kind stands: at most one, except in the gallery. */
export const inPlaceOf =
  (of: PictureOf) =>
  ({ and }: ExpressionBuilder<DB, 'pictures'>) =>
    and({
      vendorId: of.vendorId,
      kind: of.kind,
      ...(of.kind === 'class' && { classId: of.classId }),
    })
