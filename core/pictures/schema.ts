import { z } from 'zod'

/** A form that adds a picture, or removes the one that is there. */
export const pictureSchema = z.object({
  file: z.instanceof(File).optional(),
  /** of the button that removes: the name of the picture that it stands at */
  remove: z.string().max(60).optional(),
})

export type PictureForm = z.output<typeof pictureSchema>

export const vendorPictureSchema = pictureSchema.extend({
  kind: z.enum(['face', 'logo', 'cover', 'gallery']),
})
