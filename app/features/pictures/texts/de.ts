import type { Translated } from '#core/shared/languages.ts'
import type { pictures as english } from './en.ts'

export const pictures: Translated<typeof english> = {
  title: 'Bilder',
  text: 'Kunden sehen sie auf deiner Seite, bei deinen Kursen und in E-Mails.',
  kinds: {
    face: 'Dein Foto',
    logo: 'Logo',
    cover: 'Titelbild',
    gallery: 'Galerie',
    class: 'Bild',
  },
  hints: {
    face: 'Es wird quadratisch zugeschnitten.',
    logo: 'Es wird nicht zugeschnitten und darf transparent sein.',
    cover: 'Doppelt so breit wie hoch, mindestens 640 Pixel breit.',
    gallery: 'Bis zu {most} Bilder: dein Raum, deine Geräte, deine Kurse.',
    class: 'Format 3:2, mindestens 320 Pixel breit.',
  },
  formats: 'JPEG, PNG, WebP, AVIF oder GIF, bis {most} MB.',
  file: 'Datei',
  choose: 'Bild wählen<drop> oder hierher ziehen</drop>',
  upload: 'Hochladen',
  uploading: 'Wird hochgeladen …',
  remove: 'Entfernen',
  removeNth: 'Bild {nth} entfernen',
  nth: 'Bild {nth} der Galerie',
  full: 'Die Galerie ist voll. Entferne ein Bild, um ein anderes hinzuzufügen.',
  saved: 'Bild gespeichert.',
  removed: 'Bild entfernt.',
  crop: {
    title: 'Ausschnitt wählen',
    text: 'Zieh das Bild, oder bewege es mit den Pfeiltasten.',
    zoom: 'Vergrößerung',
    use: 'Ausschnitt verwenden',
    cancel: 'Abbrechen',
  },
  ofClass: {
    title: 'Bild von „{title}“',
    back: 'Kurs bearbeiten',
  },
  problems: {
    missing: 'Bitte wähle eine Datei.',
    tooLarge: 'Diese Datei ist zu groß. Erlaubt sind {most} MB.',
    tooManyPixels: 'Dieses Bild hat zu viele Pixel. Erlaubt sind {most} Millionen.',
    tooMuchMemory:
      'Dieses Bild braucht beim Öffnen zu viel Speicher. Bitte speichere es als gewöhnliches JPEG oder mit weniger Pixeln.',
    tooSmall: 'Dieses Bild ist zu klein. Bitte wähle eines mit mehr Pixeln.',
    tooLong: 'Dieses Bild ist zu lang und schmal. Bitte schneide es zuerst zu.',
    svg: 'SVG-Zeichnungen können wir nicht verwenden. Bitte speichere sie als PNG.',
    heic: 'Dein Browser kann HEIC-Fotos nicht lesen. Bitte speichere das Foto als JPEG, oder lade es vom iPhone hoch.',
    unknown: 'Diese Datei ist kein Bild. Bitte wähle JPEG, PNG, WebP, AVIF oder GIF.',
    damaged:
      'Diese Datei ist beschädigt. Bitte öffne sie auf deinem Gerät, speichere sie neu und versuche es noch einmal.',
    galleryFull: 'Die Galerie ist voll. Entferne ein Bild, um ein anderes hinzuzufügen.',
    picturesFull: 'Dein Speicher für Bilder ist voll. Entferne einige, um andere hinzuzufügen.',
    rateLimited:
      'Du hast viele Bilder hochgeladen. Bitte warte eine Stunde und versuche es noch einmal.',
    changed:
      'Dieses Bild wurde ersetzt, nachdem du die Seite geöffnet hast. Es wurde nichts entfernt. Lade die Seite neu, um das jetzige zu sehen.',
  },
}
