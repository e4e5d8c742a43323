import type { Translated } from '#core/shared/languages.ts'
import type { pictures as english } from './en.ts'

export const pictures: Translated<typeof english> = {
  title: 'Bilder',
  text: 'Kunden sehen sie auf Ihrer Seite, bei Ihren Kursen und in E-Mails.',
  kinds: {
    face: 'Ihr Foto',
    logo: 'Logo',
    cover: 'Titelbild',
    gallery: 'Galerie',
    class: 'Bild des Kurses',
  },
  hints: {
    face: 'Es wird quadratisch zugeschnitten.',
    logo: 'Es wird nicht zugeschnitten und darf durchsichtig sein.',
    cover: 'Doppelt so breit wie hoch, mindestens 640 Pixel breit.',
    gallery: 'Bis zu {most} Bilder: Ihr Raum, Ihre Geräte, Ihre Kurse.',
    class: 'Drei zu zwei, mindestens 320 Pixel breit.',
  },
  formats: 'JPEG, PNG, WebP, AVIF oder GIF, bis {most} MB.',
  file: 'Datei',
  upload: 'Hochladen',
  uploading: 'Wird hochgeladen …',
  remove: 'Entfernen',
  removeNth: 'Bild {nth} entfernen',
  nth: 'Bild {nth} der Galerie',
  full: 'Die Galerie ist voll. Entfernen Sie ein Bild, um ein anderes hinzuzufügen.',
  saved: 'Bild gespeichert.',
  removed: 'Bild entfernt.',
  crop: {
    title: 'Ausschnitt wählen',
    text: 'Ziehen Sie das Bild, oder bewegen Sie es mit den Pfeiltasten.',
    zoom: 'Vergrößerung',
    use: 'Ausschnitt verwenden',
    cancel: 'Abbrechen',
  },
  ofClass: {
    title: 'Bild von „{title}“',
    back: 'Kurs bearbeiten',
  },
  problems: {
    missing: 'Bitte wählen Sie eine Datei.',
    tooLarge: 'Diese Datei ist zu groß. Erlaubt sind {most} MB.',
    tooManyPixels: 'Dieses Bild hat zu viele Pixel. Erlaubt sind {most} Millionen.',
    tooMuchMemory:
      'Dieses Bild braucht beim Öffnen zu viel Speicher. Bitte speichern Sie es als gewöhnliches JPEG oder mit weniger Pixeln.',
    tooSmall: 'Dieses Bild ist zu klein. Bitte wählen Sie eines mit mehr Pixeln.',
    tooLong: 'Dieses Bild ist zu lang und schmal. Bitte schneiden Sie es zuerst zu.',
    svg: 'SVG-Zeichnungen gehen nicht. Bitte speichern Sie sie als PNG.',
    heic: 'Ihr Browser kann HEIC-Fotos nicht lesen. Bitte speichern Sie das Foto als JPEG, oder laden Sie es vom iPhone hoch.',
    unknown: 'Diese Datei ist kein Bild. Bitte wählen Sie JPEG, PNG, WebP, AVIF oder GIF.',
    damaged:
      'Diese Datei ist beschädigt. Bitte öffnen Sie sie auf Ihrem Gerät, speichern Sie sie neu und versuchen Sie es noch einmal.',
    galleryFull: 'Die Galerie ist voll. Entfernen Sie ein Bild, um ein anderes hinzuzufügen.',
    picturesFull: 'Ihr Platz für Bilder ist belegt. Entfernen Sie einige, um andere hinzuzufügen.',
    rateLimited:
      'Sie haben viele Bilder hochgeladen. Bitte warten Sie eine Stunde und versuchen Sie es noch einmal.',
  },
}
