import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { Sample } from './sample.tsx'

const days = [
  { value: 'mon', label: 'Monday' },
  { value: 'tue', label: 'Tuesday' },
  { value: 'sun', label: 'Sunday (no classes)', disabled: true },
]

const sessions = [
  {
    value: 'a',
    title: 'Mon 18:00',
    text: 'Studio North, 60 min',
    aside: <SpotMeter taken={6} capacity={10} label="6/10 booked" />,
  },
  { value: 'b', title: 'Tue 07:30', text: 'In the park, if it does not rain', aside: '$12' },
  { value: 'c', title: 'Wed 18:00', text: 'Full', disabled: true },
]

/** The theme's name keeps the radio buttons of the two columns apart. */
export function Forms({ theme }: { theme: string }) {
  return (
    <>
      <Sample title="FormProblem">
        <FormProblem
          title="Two things need your attention."
          problems={[
            { id: `name-${theme}`, text: 'Enter your name.' },
            { text: 'Choose a session.' },
          ]}
        />
      </Sample>
      <Sample title="TextField, TextArea, SelectField">
        <TextField
          label="Name"
          name="name"
          id={`name-${theme}`}
          errors={['Enter your name.']}
          required
        />
        <TextField
          label="Phone or email"
          name="contact"
          description="We send the confirmation there, nothing else."
          defaultValue="mara@example.com"
        />
        <TextField
          label="Price"
          name="price"
          before="$"
          after="USD"
          inputMode="decimal"
          defaultValue="19.00"
        />
        <TextField label="Name" name="arabic" defaultValue="عبد الرحمن بن محمد الهاشمي" />
        <TextField label="Code" name="disabled" defaultValue="Not yours to change" disabled />
        <SelectField label="Day" name="day" options={days} placeholder="Choose a day" />
        <SelectField
          label="Day"
          name="day2"
          options={days}
          defaultValue="tue"
          errors={['Choose another day.']}
        />
        <TextArea
          label="What people should know"
          name="about"
          note="optional"
          defaultValue="Bring water 💧"
        />
      </Sample>
      <Sample title="CheckboxField, Fieldset, RadioCards">
        <Fieldset legend="Days" description="The class repeats on these.">
          <div className="flex flex-wrap gap-x-6">
            <CheckboxField label="Mon" name="days" value="mon" defaultChecked />
            <CheckboxField label="Wed" name="days" value="wed" />
          </div>
        </Fieldset>
        <CheckboxField
          label="I accept the terms"
          name="terms"
          description="A long explanation that runs over more than one line on the screen of a phone."
          errors={['Accept the terms to go on.']}
        />
        <RadioCards
          legend="Session"
          name={`session-${theme}`}
          options={sessions}
          defaultValue="a"
        />
        <RadioCards
          legend="Session"
          name={`wrong-${theme}`}
          options={sessions.slice(0, 2)}
          columns={2}
          errors={['Choose a session.']}
        />
      </Sample>
    </>
  )
}
