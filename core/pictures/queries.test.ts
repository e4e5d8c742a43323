import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { aPhoto } from '#tests/support/pictures.ts'
import { addPicture } from './commands/add-picture.ts'
import { isPictureShown, listPicturesOfPage } from './queries.ts'

for (const column of ['suspendedAt', 'closedAt'] as const)
  test(`no page names the pictures of a vendor that has ${column}, as their files are not served`, async ({
    db,
    deps,
  }) => {
    const vendor = await aVendor(db)
    const photo = await aPhoto({ width: 640, height: 640 })
    for (const kind of ['face', 'gallery'] as const)
      expect(await addPicture(deps, { vendorId: vendor.id, kind }, photo)).toEqual({ ok: true })
    const { face, gallery } = await listPicturesOfPage(db, vendor.id)
    expect(gallery).toHaveLength(1)
    await db
      .updateTable('vendors')
      .set({ [column]: new Date() })
      .execute()
    expect(await isPictureShown(db, face?.name ?? '')).toBe(false)
    expect(await listPicturesOfPage(db, vendor.id)).toMatchObject({ face: null, gallery: [] })
  })
