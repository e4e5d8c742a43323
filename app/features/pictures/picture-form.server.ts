import { type Refusals, refusalsIn } from '#app/http/form-refusals.ts'
import { translator } from '#app/locale/translate.ts'
import { addPicture, type PictureAdded } from '#core/pictures/commands/add-picture.ts'
import { type PictureRemoved, removePicture } from '#core/pictures/commands/remove-picture.ts'
import { megabyte, pictureLimits, type PictureOf } from '#core/pictures/rules.ts'
import type { PictureForm } from '#core/pictures/schema.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'

type PictureChanged = PictureAdded | PictureRemoved | { ok: false; reason: 'picture_missing' }

/** Removes a picture if that button was pressed, else adds the file. */
export async function changePicture(
  deps: Deps,
  of: PictureOf,
  { file, remove }: PictureForm,
): Promise<PictureChanged> {
  if (remove !== undefined) return removePicture(deps.db, of, remove)
  if (file === undefined || file.size === 0) return { ok: false, reason: 'picture_missing' }
  return addPicture(deps, of, new Uint8Array(await file.arrayBuffer()))
}

type ProblemKey =
  | 'missing'
  | 'tooLarge'
  | 'tooManyPixels'
  | 'tooMuchMemory'
  | 'tooSmall'
  | 'tooLong'
  | 'svg'
  | 'heic'
  | 'unknown'
  | 'damaged'
  | 'galleryFull'
  | 'picturesFull'
  | 'rateLimited'

const atFile =
  (key: ProblemKey, status: number, most = 0) =>
  (_refusal: unknown, language: Language) => ({
    errors: { file: [translator(language, 'pictures')(`problems.${key}`, { most })] },
    status,
  })

export const pictureRefusals = {
  picture_missing: atFile('missing', 400),
  picture_too_large: atFile('tooLarge', 413, pictureLimits.fileBytes / megabyte),
  picture_too_many_pixels: atFile('tooManyPixels', 422, pictureLimits.pixels / megabyte),
  picture_too_much_memory: atFile('tooMuchMemory', 422),
  picture_too_small: atFile('tooSmall', 422),
  picture_too_long: atFile('tooLong', 422),
  picture_is_svg: atFile('svg', 415),
  picture_is_heic: atFile('heic', 415),
  picture_unknown: atFile('unknown', 415),
  picture_damaged: atFile('damaged', 422),
  gallery_full: atFile('galleryFull', 409),
  pictures_full: atFile('picturesFull', 409),
  rate_limited: atFile('rateLimited', 429),
  changed: refusalsIn('pictures').problem('problems.changed'),
} satisfies Refusals<PictureChanged>
