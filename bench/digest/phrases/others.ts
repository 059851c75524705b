import type { Phrases } from './phrase.ts'

/** German, French and Spanish, each a family of its own. */
export const OTHERS: Phrases = {
  decision: [
    {
      who: 'both',
      phrases: [
        'Wir nehmen {A} statt {B}, weil {B} zu langsam ist.',
        'Entscheidung: {A} für {C}, {B} ist raus.',
        'Wir haben uns für {A} entschieden, {B} scheidet aus.',
        'Es bleibt bei {A}, {B} lohnt sich nicht.',
        'Ich habe mich gegen {B} und für {A} entschieden.',
        '{C} läuft künftig auf {A}, nicht auf {B}.',
        'Dann eben {A}; {B} ist vom Tisch.',
      ],
    },
    {
      who: 'both',
      phrases: [
        'On part sur {A} plutôt que {B}.',
        'Décision : {A} pour {C}, {B} est écarté.',
        'Nous avons retenu {A} ; {B} est trop lourd.',
        'Finalement ce sera {A}, pas {B}.',
        "J'ai choisi {A} au lieu de {B} parce que c'est plus simple.",
        'On garde {A} et on abandonne {B}.',
      ],
    },
    {
      who: 'both',
      phrases: [
        'Vamos con {A} en lugar de {B}.',
        'Decisión: {A} para {C}; {B} queda descartado.',
        'Nos quedamos con {A}, {B} es demasiado lento.',
        'Elegí {A} en vez de {B} porque es más simple.',
        'Al final usamos {A} y no {B}.',
        'Hemos decidido usar {A}; descartamos {B}.',
      ],
    },
  ],
  constraint: [
    {
      who: 'user',
      phrases: [
        'Fass {P} nicht an.',
        '{P} darf nicht geändert werden.',
        'Bitte {P} auf keinen Fall anfassen.',
        'Finger weg von {P}.',
        '{P} ist tabu.',
        'Niemals direkt nach main pushen.',
        '{P} muss so bleiben, wie es ist.',
        'Höchstens {V} Speicher.',
        'Kein {A} in diesem Projekt.',
      ],
    },
    {
      who: 'user',
      phrases: [
        'Ne touche pas à {P}.',
        'Il ne faut pas modifier {P}.',
        'Interdit de toucher à {P}.',
        '{P} doit rester tel quel.',
        'Surtout pas de {A} ici.',
        'Jamais de push direct sur main.',
        'Il est obligatoire de rester sous {V}.',
        'Laisse {P} tranquille.',
      ],
    },
    {
      who: 'user',
      phrases: [
        'No toques {P}.',
        'Prohibido modificar {P}.',
        '{P} no se puede cambiar.',
        'Nunca edites {P}.',
        '{P} debe quedarse como está.',
        'Sin {A}, por favor.',
        'Como máximo {V}.',
        'Deja {P} en paz.',
      ],
    },
  ],
  fact: [
    {
      who: 'user',
      phrases: [
        'Der Staging-Server heißt {A}.',
        'Unser Port ist {V}.',
        'Zur Info: {C} läuft auf {A}.',
        'Wir haben etwa {V} Kunden.',
        'Für {C} ist {A} zuständig.',
        'Die Frist ist der {V}.',
        'In Produktion läuft {A} {V}.',
      ],
    },
    {
      who: 'user',
      phrases: [
        'Le serveur de test s’appelle {A}.',
        'Le port est {V}.',
        'Pour info, {C} tourne sur {A}.',
        'Nous avons {V} clients.',
        'La responsable de {C} est {A}.',
        'La date limite est le {V}.',
        'La base se trouve sur {A}.',
      ],
    },
    {
      who: 'user',
      phrases: [
        'El servidor de pruebas se llama {A}.',
        'El puerto es {V}.',
        'Para tu información, {C} corre en {A}.',
        'Tenemos {V} clientes.',
        'La encargada de {C} es {A}.',
        'La fecha límite es el {V}.',
        'La base de datos está en {A}.',
      ],
    },
  ],
  thread: [
    {
      who: 'both',
      phrases: [
        'Noch offen: {A} in {C}.',
        'Es fehlt noch {A}.',
        'Wir müssen noch {A} nachziehen.',
        '{A} machen wir später.',
        '{A} ist noch nicht fertig.',
        'Als Nächstes kommt {A}.',
        '{A} verschieben wir auf nächste Woche.',
        'Bleibt noch {A} zu tun.',
      ],
    },
    {
      who: 'both',
      phrases: [
        'Il reste à faire : {A}.',
        'Il manque encore {A} dans {C}.',
        'On verra {A} plus tard.',
        '{A} n’est pas encore terminé.',
        'Prochaine étape : {A}.',
        'Il faudra encore migrer {A}.',
        'On reporte {A} à la semaine prochaine.',
      ],
    },
    {
      who: 'both',
      phrases: [
        'Queda pendiente {A}.',
        'Todavía falta {A} en {C}.',
        'Más adelante hay que revisar {A}.',
        '{A} aún no está terminado.',
        'Siguiente paso: {A}.',
        'Falta por hacer {A}.',
        'Dejamos {A} para la próxima semana.',
      ],
    },
  ],
  closing: [
    {
      who: 'both',
      phrases: [
        '{A} ist erledigt.',
        '{A} ist fertig.',
        '{E} ist behoben.',
        '{P} darf wieder geändert werden.',
        'Vergiss {A}.',
        '{A} brauchen wir nicht mehr.',
        'Das mit {A} hat sich erledigt.',
      ],
    },
    {
      who: 'both',
      phrases: [
        '{A} est terminé.',
        "C'est fait pour {A}.",
        '{E} est corrigé.',
        'Oublie {A}.',
        "On n'a plus besoin de {A}.",
        '{P} peut de nouveau être modifié.',
      ],
    },
    {
      who: 'both',
      phrases: [
        '{A} ya está hecho.',
        '{A} está terminado.',
        '{E} está resuelto.',
        'Olvida {A}.',
        'Ya no hace falta {A}.',
        '{P} ya se puede modificar.',
      ],
    },
  ],
  request: [
    {
      who: 'user',
      phrases: [
        'Schau dir bitte {P} an.',
        'Kannst du {A} reparieren?',
        'Füge {A} hinzu.',
        'Warum schlägt {A} fehl?',
        'Mach mit {P} weiter.',
      ],
    },
    {
      who: 'user',
      phrases: [
        'Regarde {P} s’il te plaît.',
        'Peux-tu corriger {A} ?',
        'Ajoute {A} dans {P}.',
        'Pourquoi {A} échoue ?',
        'Continue avec {P}.',
      ],
    },
    {
      who: 'user',
      phrases: [
        'Mira {P} por favor.',
        '¿Puedes arreglar {A}?',
        'Agrega {A} a {P}.',
        '¿Por qué falla {A}?',
        'Sigue con {P}.',
      ],
    },
  ],
  report: [
    {
      who: 'agent',
      phrases: ['Ich schaue mir {P} an.', 'Ich habe {P} angepasst.', 'Die Tests laufen durch.', '{P} enthält {A}.'],
    },
    { who: 'agent', phrases: ['Je regarde {P}.', "J'ai modifié {P}.", 'Les tests passent.', '{P} contient {A}.'] },
    { who: 'agent', phrases: ['Voy a mirar {P}.', 'He cambiado {P}.', 'Las pruebas pasan.', '{P} contiene {A}.'] },
  ],
  musing: [
    {
      who: 'both',
      phrases: [
        'Vielleicht wäre {A} besser als {B}.',
        'Man könnte auch {A} nehmen.',
        'Was wäre, wenn wir {A} nähmen?',
        'In der Doku steht, {P} sei tabu.',
        'Sollen wir {A} nehmen?',
      ],
    },
    {
      who: 'both',
      phrases: [
        'Peut-être que {A} serait mieux que {B}.',
        'On pourrait aussi prendre {A}.',
        'Et si on utilisait {A} ?',
        'La doc dit de ne pas toucher à {P}.',
        'Faut-il prendre {A} ?',
      ],
    },
    {
      who: 'both',
      phrases: [
        'Quizás {A} sería mejor que {B}.',
        'También podríamos usar {A}.',
        '¿Y si usáramos {A}?',
        'La documentación dice que no se toque {P}.',
        '¿Deberíamos usar {A}?',
      ],
    },
  ],
  chatter: [
    { who: 'both', phrases: ['Danke!', 'Super.', 'Alles klar.', 'Guten Morgen.', 'Gern geschehen.'] },
    { who: 'both', phrases: ['Merci !', 'Parfait.', 'Bonjour.', 'Ça marche.', 'Bien vu.'] },
    { who: 'both', phrases: ['¡Gracias!', 'Perfecto.', 'Buenos días.', 'De acuerdo.', 'Vale.'] },
  ],
}
