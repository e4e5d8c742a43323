import type { ClassForm } from '#core/classes/schema.ts'
import type { BundleForm } from '#core/passes/schema.ts'
import type { SetUp } from '#core/vendors/schema.ts'
import type { demoLogins } from './logins.ts'

/** The demo world: invented people and places, relative to today. */
export type DemoBundle = Pick<BundleForm, 'name' | 'sessionCount' | 'priceMinor' | 'expiryDays'>

export type DemoClass = Partial<ClassForm> & {
  title: string
  bundles?: DemoBundle[]
  times: ClassForm['times']
  /** a drawing's name; some classes have none */
  picture?: string
  /** how full its sessions are, from 0 to 1 */
  popularity: number
}

export type DemoTrainer = {
  email: (typeof demoLogins)[number]['email']
  setUp: Pick<
    SetUp,
    | 'fullName'
    | 'businessName'
    | 'location'
    | 'timeZone'
    | 'country'
    | 'currency'
    | 'language'
    | 'username'
  > &
    Partial<SetUp> & { description: string }
  /** whose referral link it signed up with; that trainer comes before */
  invitedBy?: DemoTrainer['email']
  layout?: 'catalogue'
  /** '#rrggbb' */
  accent?: string
  /** how customers pay */
  paymentNote?: string
  classes: DemoClass[]
  /** fields of the form, as they are typed */
  facilities?: Record<string, unknown>[]
}

const pass = (name: string, sessionCount: number, priceMinor: number, expiryDays: number) => ({
  name,
  sessionCount,
  priceMinor,
  expiryDays,
})

const at = (weekday: number, startTime: string, everyWeeks = 1) => ({
  weekday,
  startTime,
  everyWeeks,
})

/** Somebody who has confirmed the address and has not set up the page. */
export const newcomer = {
  email: 'nina@demo.example',
  invitedBy: 'marcus@demo.example',
  setUp: { language: 'en' },
} as const

export const trainers: DemoTrainer[] = [
  {
    email: 'anna@demo.example',
    setUp: {
      fullName: 'Anna Bergmann',
      businessName: 'Bergmann Yoga',
      location: 'Kastanienallee 12, Berlin',
      timeZone: 'Europe/Berlin',
      country: 'DE',
      currency: 'EUR',
      language: 'de',
      username: 'bergmann-yoga',
      description:
        'Vinyasa und Yin im Prenzlauer Berg. Kleine Gruppen, warme Räume, keine Vorkenntnisse nötig.',
      specialties: ['Vinyasa', 'Yin', 'Prenatal'],
      experienceYears: 12,
      serviceAreas: 'Prenzlauer Berg, Mitte, Pankow',
      website: 'https://bergmann-yoga.example/',
    },
    paymentNote: 'Überweisung an IBAN DE02 1203 0000 0000 2020 51\noder bar vor der Stunde.',
    classes: [
      {
        title: 'Morning Vinyasa',
        description: 'Wake up, breathe, flow. Bring a towel; mats are here.',
        category: 'yoga',
        picture: 'yoga',
        priceMinor: 1600,
        maxStudents: 10,
        times: [at(1, '07:30'), at(3, '07:30'), at(5, '07:30')],
        bundles: [pass('Five mornings', 5, 7000, 45), pass('Ten mornings', 10, 13000, 90)],
        popularity: 0.7,
      },
      {
        title: 'Yin am Sonntag',
        description: 'Lange gehaltene Positionen für Faszien und Ruhe.',
        category: 'yoga',
        picture: 'yoga',
        priceMinor: 1800,
        maxStudents: 8,
        durationMinutes: 90,
        times: [at(7, '18:00')],
        bundles: [pass('Vier Sonntage', 4, 6400, 60)],
        popularity: 1,
      },
      {
        title: 'Prenatal Yoga',
        description: 'For expecting mothers from week 14. I confirm each request myself.',
        category: 'yoga',
        difficulty: 'beginner',
        picture: 'yoga',
        priceMinor: 2000,
        maxStudents: 6,
        confirmationMode: 'manual',
        confirmationTimeoutMinutes: 1440,
        times: [at(4, '10:00')],
        popularity: 0.6,
      },
      {
        title: 'Handstand Workshop',
        description: 'Every second Saturday.',
        category: 'yoga',
        difficulty: 'advanced',
        picture: 'yoga',
        priceMinor: 3500,
        maxStudents: 12,
        durationMinutes: 120,
        times: [at(6, '11:00', 2)],
        popularity: 0.4,
      },
    ],
  },
  {
    email: 'marcus@demo.example',
    setUp: {
      fullName: 'Marcus Webb',
      businessName: 'Ironworks Strength',
      location: '88 Wythe Ave, Brooklyn, NY',
      timeZone: 'America/New_York',
      country: 'US',
      currency: 'USD',
      language: 'en',
      username: 'ironworks',
      description: 'Barbell classes for people who want to be strong at fifty.',
      specialties: ['Barbell', 'Strength over 50'],
      experienceYears: 8,
    },
    classes: [
      {
        title: 'Barbell Basics',
        description: 'Squat, press, pull. Technique before weight.',
        category: 'strength',
        difficulty: 'beginner',
        picture: 'strength',
        priceMinor: 2500,
        maxStudents: 8,
        times: [at(1, '18:00'), at(4, '18:00')],
        bundles: [pass('Six weeks under the bar', 6, 12900, 60), pass('Drop-in four', 4, 9200, 30)],
        popularity: 0.8,
      },
      {
        title: '6am Strength Club',
        description: 'Coffee after.',
        category: 'strength',
        picture: 'strength',
        priceMinor: 2200,
        maxStudents: 14,
        times: [at(2, '06:00'), at(4, '06:00')],
        popularity: 0.5,
      },
      {
        title: 'One-on-one coaching',
        description: 'An hour of my full attention. Requests are answered the same day.',
        category: 'strength',
        picture: 'strength',
        priceMinor: 9000,
        maxStudents: 1,
        confirmationMode: 'manual',
        confirmationTimeoutMinutes: 720,
        times: [at(2, '12:00'), at(3, '12:00'), at(5, '12:00')],
        popularity: 0.5,
      },
      {
        title: 'Kettlebell on Zoom',
        description: 'Live, with corrections. One bell is enough.',
        category: 'strength',
        picture: 'strength',
        placeKind: 'online',
        onlineUrl: 'https://meet.example.com/kettlebell',
        priceMinor: 1200,
        maxStudents: 30,
        durationMinutes: 45,
        times: [at(6, '09:00')],
        popularity: 0.3,
      },
    ],
  },
  {
    email: 'olga@demo.example',
    setUp: {
      fullName: 'Ольга Смирнова',
      businessName: 'Студия «Баланс»',
      location: 'ул. Абовяна 20, Ереван',
      timeZone: 'Asia/Yerevan',
      country: 'AM',
      currency: 'AMD',
      language: 'ru',
      username: 'balance-yerevan',
      description: 'Пилатес и растяжка для всех возрастов.',
      specialties: ['Пилатес', 'Растяжка'],
    },
    classes: [
      {
        title: 'Пилатес для спины',
        description: 'Мягкая работа с осанкой и глубокими мышцами.',
        category: 'pilates',
        picture: 'pilates',
        priceMinor: 500000,
        maxStudents: 9,
        times: [at(1, '19:00'), at(3, '19:00')],
        bundles: [pass('Абонемент на 8 занятий', 8, 3400000, 60)],
        popularity: 0.9,
      },
      {
        title: 'Растяжка',
        description: 'Час спокойной растяжки после рабочего дня.',
        category: 'fitness',
        picture: 'pilates',
        priceMinor: 400000,
        maxStudents: 12,
        times: [at(2, '20:00')],
        popularity: 0.4,
      },
      {
        title: 'Пилатес онлайн',
        description: 'Из дома, нужен только коврик.',
        category: 'pilates',
        picture: 'pilates',
        placeKind: 'online',
        onlineUrl: 'https://meet.example.com/balance',
        priceMinor: 250000,
        maxStudents: 25,
        times: [at(6, '10:00')],
        popularity: 0.2,
      },
    ],
  },
  {
    email: 'layla@demo.example',
    setUp: {
      fullName: 'ليلى حداد',
      businessName: 'مدرسة ليلى للرقص',
      location: 'Al Quoz Creative Zone, Dubai',
      timeZone: 'Asia/Dubai',
      country: 'AE',
      currency: 'AED',
      language: 'en',
      username: 'layla-dance',
      description: 'Dance for women, from first steps to the stage.',
      specialties: ['Oriental', 'Contemporary'],
      serviceAreas: 'Dubai, Sharjah',
    },
    layout: 'catalogue',
    accent: '#b0125e',
    classes: [
      {
        title: 'رقص شرقي للمبتدئات',
        description: 'خطوات أولى، موسيقى جميلة، مجموعة صغيرة.',
        category: 'dance',
        difficulty: 'beginner',
        picture: 'dance',
        priceMinor: 9000,
        maxStudents: 10,
        times: [at(7, '19:00'), at(2, '19:00')],
        bundles: [pass('خمس حصص', 5, 40000, 60)],
        popularity: 0.6,
      },
      {
        title: 'Contemporary Flow',
        description: 'Floor work and phrases, open level.',
        category: 'dance',
        picture: 'dance',
        priceMinor: 11000,
        maxStudents: 12,
        durationMinutes: 75,
        times: [at(4, '20:00')],
        popularity: 0.7,
      },
      {
        title: 'Open Rehearsal',
        description: 'Come and watch, or join. Free.',
        category: 'dance',
        picture: 'dance',
        priceMinor: 0,
        maxStudents: 40,
        durationMinutes: 120,
        times: [at(6, '17:00')],
        popularity: 0.3,
      },
    ],
  },
  {
    email: 'hildegard@demo.example',
    setUp: {
      fullName: 'Dr. Hildegard von Brandenburg-Oberstein',
      businessName:
        'Zentrum für ganzheitliche Bewegung, Rückengesundheit und Atemtherapie am Rosenthaler Platz',
      location: 'Torstraße 98, Hinterhaus, 3. Obergeschoss (Aufzug im Durchgang), Berlin',
      timeZone: 'Europe/Berlin',
      country: 'DE',
      currency: 'EUR',
      language: 'de',
      username: 'zentrum-bewegung',
      description: 'Rückenschule, Atemtherapie und Bewegung nach Operationen.',
      specialties: ['Rückenschule', 'Atemtherapie', 'Bewegungstherapie nach Operationen'],
      experienceYears: 24,
      serviceAreas: 'Berlin-Mitte, Hausbesuche in Prenzlauer Berg und Friedrichshain',
      website: 'https://zentrum-bewegung.example/',
    },
    classes: [
      {
        title:
          'Rückenschule nach § 20 SGB V: Grundlagen der ganzheitlichen Rückengesundheit für Berufstätige',
        description: 'Acht Termine, von den Krankenkassen anerkannt.',
        category: 'fitness',
        picture: 'pilates',
        priceMinor: 1500,
        maxStudents: 15,
        times: [at(2, '17:30'), at(4, '17:30')],
        bundles: [pass('Kompletter Kurs (8 Termine)', 8, 9900, 90)],
        popularity: 0.5,
      },
      {
        title: 'Atemtherapie',
        description: 'Ruhe, Stimme, Zwerchfell.',
        category: 'other',
        picture: 'yoga',
        priceMinor: 2200,
        maxStudents: 5,
        times: [at(3, '16:00')],
        popularity: 1,
      },
      {
        title: 'Lauftreff',
        description: 'Gemütlich um den Weinbergspark, bei jedem Wetter.',
        category: 'cardio',
        picture: 'running',
        priceMinor: 0,
        maxStudents: 20,
        location: 'Weinbergspark, Eingang Brunnenstraße',
        times: [at(6, '09:30')],
        popularity: 0.4,
      },
    ],
  },
  {
    email: 'boxlab@demo.example',
    invitedBy: 'marcus@demo.example',
    setUp: {
      fullName: 'Dre 🥊 Johnson',
      businessName: '🥊 Box Lab NYC',
      location: '401 W 13th St, New York',
      timeZone: 'America/New_York',
      country: 'US',
      currency: 'USD',
      language: 'en',
      username: 'boxlab',
      description: 'No egos, no headgear selfies. Just rounds.',
      specialties: ['Boxing', 'Conditioning'],
    },
    layout: 'catalogue',
    accent: '#d97706',
    classes: [
      {
        title: 'Kids Box 8–12',
        description: 'Registration for this season is closed.',
        category: 'martial_arts',
        difficulty: 'beginner',
        priceMinor: 1800,
        maxStudents: 12,
        times: [at(6, '10:00')],
        popularity: 0.8,
      },
      {
        title: 'Lunch Rounds',
        description: 'Forty-five minutes, eight rounds, back at your desk.',
        category: 'martial_arts',
        picture: 'boxing',
        priceMinor: 2800,
        maxStudents: 16,
        durationMinutes: 45,
        times: [at(1, '12:15'), at(3, '12:15'), at(5, '12:15')],
        bundles: [pass('Lunch card', 10, 24000, 90)],
        popularity: 0.6,
      },
      {
        title: 'Sparring (advanced)',
        description: 'By request. Bring your own mouthguard.',
        category: 'martial_arts',
        difficulty: 'advanced',
        picture: 'boxing',
        priceMinor: 3500,
        maxStudents: 8,
        confirmationMode: 'manual',
        confirmationTimeoutMinutes: 1440,
        closesMinutesBefore: 120,
        times: [at(5, '19:00')],
        popularity: 0.5,
      },
    ],
  },
  {
    email: 'sam@demo.example',
    setUp: {
      fullName: 'Samantha Reyes',
      businessName: 'Riverside Tennis',
      location: 'Riverside Dr & W 96th St, New York, NY',
      timeZone: 'America/New_York',
      country: 'US',
      currency: 'USD',
      language: 'en',
      username: 'riverside-tennis',
      description: 'A public hard court by the river, and a coach when you want one.',
      specialties: ['Tennis', 'Coaching'],
      experienceYears: 15,
    },
    classes: [
      {
        title: 'Cardio Tennis',
        description: 'An hour of drills to music. No strokes needed, only shoes.',
        category: 'cardio',
        difficulty: 'beginner',
        priceMinor: 2000,
        maxStudents: 8,
        times: [at(2, '20:00'), at(6, '18:30')],
        popularity: 0.6,
      },
    ],
    facilities: [
      {
        title: 'Tennis Court',
        description: 'One hard court with lights. Bring your own balls, or take a set from us.',
        category: 'other',
        asksGender: 'on',
        asksBirthDate: 'on',
        extras: [
          { name: 'Equipment rental', price: '10', per: 'slot' },
          { name: 'Ball machine', price: '15', per: 'hour' },
          { name: 'Coaching', price: '25', per: 'hour' },
        ],
      },
    ],
  },
]

type Neighbours = {
  names: readonly string[]
  language: 'de' | 'en' | 'ru'
  /** A mobile number of the country for each number below ten thousand. */
  phoneOf: (nth: number) => string
}

const digits = (nth: number, length: number) => String(nth).padStart(length, '0')

/** Who books, by the country of the vendor. Some names are long, short or unusual on purpose. */
const neighbours: Record<'DE' | 'US' | 'AM' | 'AE', Neighbours> = {
  DE: {
    names: [
      'Emma Fischer',
      'Noah Weber',
      'Mia Wagner',
      'Ben Hoffmann',
      'Sofia Rossi',
      'Zoë Müller-Lüdenscheidt',
      'Ole',
      'Aylin Yılmaz',
      'Łukasz Żółć',
      'Chloé Lefèvre',
      'Lena Krüger',
      'Jonas Bauer',
      'Екатерина Иванова',
      'Maximilian Alexander Ferdinand von und zu Hohenstein-Waldburg',
      'Clara Schäfer',
      'Paul Richter',
      'Hannah Neumann',
    ],
    language: 'de',
    phoneOf: (nth) => `+491512${digits(nth * 617, 7)}`,
  },
  US: {
    names: [
      'Liam O’Connor',
      "D'Angelo Brown",
      'José Ángel Núñez',
      'Priya Raghunathan',
      '🌸 Hana',
      'Grace Kim',
      'Tom & Jerry <Fans>',
      'Tyler Jackson',
      'Olivia Martinez',
      'Ethan Cohen',
      '王小明',
      'Jasmine Washington',
      'Kevin Murphy',
      'Rachel Goldstein',
      'Marcus Bell',
      'Emily Nguyen',
      'Anthony Russo',
    ],
    language: 'en',
    phoneOf: (nth) => `+1347555${digits(nth, 4)}`,
  },
  AM: {
    names: [
      'Анна-Мария Петросян',
      'Дмитрий Козлов',
      'Юля ✨',
      'Арам Саргсян',
      'Нарине Акопян',
      'Гаяне Мкртчян',
      'Тигран Григорян',
      'Лилит Арутюнян',
      'Давид Аветисян',
      'Мариам Хачатрян',
      'Армен Погосян',
      'Сона Казарян',
      'Вардан Степанян',
      'Екатерина Орлова',
      'Карине Манукян',
      'Рубен Галстян',
      'Ева',
    ],
    language: 'ru',
    phoneOf: (nth) => `+37491${digits(nth * 61, 6)}`,
  },
  AE: {
    names: [
      'محمد العلي',
      'فاطمة الزهراء',
      'نورة المنصوري',
      'Aisha Khan',
      'خالد الشامسي',
      'مريم الهاشمي',
      'Priya Nair',
      'Omar Haddad',
      'ريم الكعبي',
      'سارة المزروعي',
      'Elena Popescu',
      'Yasmin Farouk',
      'هند السويدي',
      'Ahmed Saleh',
      'ليلى حداد',
      'Maria Santos',
      'زينب',
    ],
    language: 'en',
    phoneOf: (nth) => `+97150${digits(nth * 617, 7)}`,
  },
}

/** Somebody near the vendor; `one` tells apart those who share a name. */
export function customerIn(country: string | null, who: number, one = 0) {
  const place = country !== null && isPlace(country) ? country : 'US'
  const { names, language, phoneOf } = neighbours[place]
  const nth = who % names.length
  const phone = phoneOf(1000 + nth * 97 + one * 13)
  const email = `guest${nth}.${one}@${place.toLowerCase()}.customers.example`
  return {
    name: names[nth] ?? '',
    email,
    contact: { phone: nth % 3 === 2 ? null : phone, email: nth % 3 === 0 ? null : email },
    language: language === 'de' && nth % 4 === 1 ? ('en' as const) : language,
  }
}

function isPlace(country: string): country is keyof typeof neighbours {
  return country in neighbours
}
