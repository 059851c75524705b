/**
 * Words that people use for everything in German, French, Spanish, Italian, Portuguese, Dutch and Czech, without accents;
 * those of fewer than four letters are never looked up.
 */
export const USUAL_WORDS_OF_OTHERS = `
abajo abbastanza abbiamo aber abord acaba accordo acho achter acuerdo ademas adesso agora ahoj ahora aide aider
ailleurs ainda alcuni alem algo alguem alguien algum alguma algumas algun alguna algunas algunos alguns alla alle
alleen allem allen alles alli allora alors also altijd alto altra altre altri altro amanha ambos anche ancien
ancienne ancora anda andare ander andere anderen anders anfang annee anno antes antwoord antwort aparte apenas
appena apres aquela aquele aqui aquilo arbeit arrete arriba aspetta aspetto aspon assez assim assolutamente asunto
atras attend attends auch aucun aucune aufgabe aujourd aunque ausser aussi autant autre autres avait avant avec
avere aveva avoir avons avremmo avuto ayer bajo bald bastante beaucoup beetje begin beheerd beheert beide beiden
beim bekomme bekommen bene beneden bereits berem bereme beru besoin besser best bestimmt beter bevor bezi bien
bientot bijna bild binnen bisogna bitte bleib bleibe bleiben bleibt blijf blijft blizko bohuzel bonne bout boven
brauche brauchen braucht bude budeme budes budou buena bueno buiten buona buono bych bychom byla byli bylo cada
cambiare cambiato capito caro casa casi caso cedo cekam cekame cela cele celkem celle celou celui cely cerca certo
cesta chama chaque chce chceme chces chci chega chez chiama chose choses chvili cima ciste ciudad claro client
cliente clovek coisa coisas cokoli come comme comment como compte comunque concepto conta contra contre correcto
cosa cosas cose cosi costa cote coup cours cree creo cual cualquier cuando cuanto cuenta cuida custa daar daarna
daarom dacht dado dados dagen dale dalla dalsi damit danach dank dann dans daqui daran darauf daraus darf darum dass
datei daten dauert dava davanti davon davvero dazu debaixo debe debemos deben decir degli deine deiner deixa deixar
deja dejamos dejar deje dela delat della delle dello demain demais demande demas demasiado denk denke denn dentro
depois depuis deren dernier derniere derriere desde deshalb despues deswegen deux devant deve dever devia devono
devrait deze dezelfde dias dice dicho dichtbij diese diesem diesen dieser dieses dingen dire direttamente dizer dnes
dobbiamo dobra dobre dobry doch doen doet dois doit dokud dole domanda domani domu donc donde donne donnees door
dopo dort dost dostat dove dovuto draait dran drauf draus dritten drive druha druhy duas dura durante durch duur
eben ecco echt echte eens eerst eerste egal eher eigen eigenlijk eigentlich einem einen einer eines einfach einige
einmal einzige elas eles elke ella elle elles ellos embora empresa encima encore ende endlich enfin enquanto ensuite
entao entonces entre entro entweder equipa equipe equipo eram eran eres ergens erst erste ersten esas escuta esos
espera espero essa esse essere esta estaba estado estamos estan estao estar estas estava este esto estos estou estoy
etait etat etre etwas euch euer even faire fais fait faites falei falls falta fare fast fatto fatura faut fazer
fehlen fehlt feito ferie fertig fica ficar fichier fichiers ficou finde fini finito fino firma fois font fora foram
force fornitore forse frage fragen freitag fruher fuera fueron funciona funguje funktioniert funziona fuori gaan
gaat ganas ganz ganze garde gebe geben gebruik gebruikt gedaan geef geeft geen gefallt gegaan gegen gehad gehe gehen
gehort geht gekomen gekommen geld geleden gelijk gemacht genau general genoeg gens gente genug gerade gern gerne
gesagt geschrieben gestern gestisce gezegd gibt gilt ging giorni giorno gisteren giusto glaube gleich goed goede
graag grace gracias grand grande grava grazie groot grosse grote grund gusta gute guten haal haar habe haben haber
habia hace hacemos hacen hacer hacia hadden halt hast hasta hatte hatten haus havia hebben hebt hecho heeft heel
heet heisst helemaal help hetzelfde heure heures heute hier hilft hinter hlavne hned hodin hodne hoeft hoeveel
hoewel hoje hola hora horas hore hotove hotovo idea ideia iedereen iemand ieri iets igual ihre ihrem ihren immer
importa infatti inmiddels insieme invece irgendwann irgendwie isso isto jaar jaka jake jako jaky jamais jammer jasne
jede jedem jeden jeder jedes jedna jedno jedou jeho jeji jejich jemand jenom jenze jeste jestli jetzt jich jina
jinak jine jiny jmenuje jour jours jouw jsem jses jsme jsou jste juist jullie junto juste kann kannst kaum kazda
kazde kazdy kdyby kdyz kein keine keinem keinen keiner kennt kijk klaar klant klein kleine kolik komen komme kommen
kommt komt konec konecne konnen konnte kort kosten kostet kriegen krome ktera ktere ktereho kteri ktery kunde kunden
kunnen kurz kurze kvuli kwam laat laatste lado laisse laisser lang lange langer langs lascia lasciamo lassen lasst
laufen lauft lavoro leben leider lejos lento lepe lepsi lequel lese letzte letzten leuk leur leurs leute lide lieber
liegt liever ligero ligt lijkt lijst llama lleva loin longe longtemps loro lourd luego lugar luistert lunedi maak
maakt maar macchina mache machen machine macht maintenant maior mais maji makkelijk mala male malo mame manana manca
manchmal manera manha manque mantido mantiene maquina marche mate matin mayor medio meer meest meestal meglio mehr
mein meine meinem meinen meiner meio meist mejor mela melhor melo meme mene menit meno menos mentre merci mese mesi
mesma mesmo meteen mets mettre mexe mexer mezi mezzo mich mientras mieux mijn mille mimo minder minha mira misma
mismo misschien misto mittag mittwoch mnou modo modulo moet moeten mogen moglich mohl mohla mohou moins mois moje
molta molto moment momento monde mondo montag mooi morgen mozna mucha mucho muchos mudar mudei muita muito muitos
musi musim musis muss mussen musste muze muzeme muzes naam naar naast nach nachher nachste nachsten nada nadat nade
nadie nahore najdi nakonec name namen namlich nase nasi neben nebo necesita necesito nech nechame nechci neco neem
nehme nehmen nejak nejaky nekde nekdo nekdy nektere nele nella nema nemaji nemame nemas nemuze nenhum neni nesmi
nessuno neue neuen neues nevim nich nicht nichts niemand niente niet niets nieuw nieuwe nikdo nikdy nimm ninguem
ninguna ninguno noch noche nochmal nodig nogal noite nombre nome nommer nooit normal nosotros nossa nosso nostra
nostro notre notte nous nouveau nouvelle nova nove novo novy nuestra nuestro nueva nuevo numero nummer nunca nuova
nuovo nutne nyni obcas oben obrigado occupe oder odkud odpoved offen oggi ogni ognuno ohne okamzik okolo omdat onde
onder ondertussen ontem onze ooit open opet opinion opnieuw opravdu ormai otra otras otro otros ottimo oublie oude
outra outras outro outros ouvert over overal ovsem paar paga para parce parece parfois parle parte partie partir
partout pasa pasar passar passare passe passer passiamo passt pedir pela pelo pendant pendiente pense perche perdere
pero persona persone personne perto pessoa pessoas petit petite peut peux piacere piccola piccolo plaats place platz
plus plusieurs plutot poco pode podem podemos poder podivame podle point pois pokud poner ponto poos porad porada
porque posso posto potere potom potrebuje potrebujeme pouco pour pourquoi pouvoir pouze povedlo pozde pozdeji prace
prave prece precies precisa precisamos preciso pred predtim prego pregunta premier premiere prend prendere prendre
pres presne presque prestoze prevu prima primeira primeiro primera primero primo pripade pristi problem problema
problemas probleme problemi proc prochain prochaine pronto propio propria proprio prosim prossima prossimo proste
prosti proti proto protoze prova provare proxima proximo prueba pruebas prvni pryc ptal puede pueden puedes pues
puesto puis puisque punto puoi purtroppo qual qualche qualcosa qualcuno quale qualquer qualsiasi quand quando quanto
quase queda quedamos quel quella quelle quelli quello quelqu quelque quelques quem quer quero questa queste questi
question questo quien quiere quiero quindi quiza quoi raccomando radsi raison razon rechner rechtstreeks regarde
regle rekl rekne reknu rendre reponse resposta respuesta resta reste revenir revoir richtig rict rien rikal rikam
ripensato riprendiamo riscar risposta rovnou rozmyslel ruhig sabato sabe saber sache sagen sagt sais sait sama same
samen sami samt sanno sans sapere savoir schnell schon schreef schreiben schrieb schrijven scrivere scusa secondo
seguinte seguir segun segunda segundo seguro sehe sehen sehr seine seinem seinen seit seite selber selbst semaine
semana sembra semplice sempre senao sendo senza sera serait seria serve servidor settimana seul seule seulement seus
sexta siamo sich sicher sicuro sieht siempre sigue siguiente simple sind sinds sino sinon skoro slozity snad snel
sobre sofort sogar soir sois soit sola solamente solange solche solito soll sollen sollte sollten solo sommes somos
soms sono sonst sont soort sopra soprattutto sotto sous souvent sozinho spater spesso spis spise spolu spravuje
staat stale stanno stara stary stato statt steeds stehen steht stejne stejny stesso stimmt stond storia straat
straks stunde stunden suas subito successo suche suis suite sujet sulla surtout suyo svoje svuj tabla tady tage take
takhle takze tambem tambien tampoco tant tanta tanto tard tarde tato tech teda tedy tegen teil tellement tema temos
tempo temps tenemos tener tengo tenho tenir tento teprve tercera terug terwijl terza teuer tiempo tiene tienen tient
tijd tijdens tinha tira tisch tobe toca tocca toch toda todas todavia todo todos toen tohle toho tomu totiz toujours
tous tout toute toutes trabajo trabalho tras travail tres trochu trois trompe trop troppo trotzdem trouve tudo
tussen tuto tutta tutte tutti tutto tuyo tvoje tvuj twee tweede tyden uber uberall ubrigens udelat udelej ultima
ultimo umas umgesetzt unas unbedingt unos unser unsere unserem unseren unten unter uplne urcite urcity usano usar
usas usted usuario usuarios vaak vaker vale vamos vanaf vandaag vanuit varias varios vase vast vcera vecchia vecchio
veces vedere vedet vediamo veel veja velmi vemos venerdi venga verdad verder vergeet verloren vers versie version
verso versuch veut veux vezes vice vida videt vidim vieille viejo viel viele vielleicht viene viens vient viernes
vieron vieux ville vindo visto vita vite vlastne voce voces vogliamo voglio voici voila voir vois volgende voll
volta volte volver vond vont voor vooral voordat voorlopig vorher vorhin vorne votre vous vraag vragen vrai vraiment
vrij vroeg vsak vsechno vsechny vsichni vubec vuole vzdy vzdycky waar waarom wacht wann wanneer want waren warte
warten wartet warum week weer weet wegen weil weinig weiss weit weiter welche welcher welke wenig wenn werd werde
werden werk werkt wieder wilde will willen wird wirklich wissen woche wochen wohl wollen wollte word worden wordt
wort wurde wurden zacatek zadne zadny zadnym zase zatim zbyva zegt zeit zelf zelfs zeptat zich ziemlich ziet zijn
zitra zitten znamena znova znovu zoals zodat zonder zorg zouden zuerst zufrieden zuletzt zullen zustane zustava zwar
zware zwei zweite zwischen
`
