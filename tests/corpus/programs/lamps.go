// The service of document.json in Go, by hand.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"mime"
	"net"
	"net/http"
	"net/mail"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

const token = "Bearer s3cret-token"

type lamp = map[string]any

type service struct {
	fault string
	mutex sync.Mutex
	lamps map[string]lamp
	ids   []string
}

func (s *service) has(fault string) bool { return s.fault == fault }

// refusal is an error with the status of its reply.
type refusal struct {
	status int
	title  string
}

func (r refusal) Error() string { return r.title }

func refuse(status int, title string) { panic(refusal{status, title}) }

func invalid(format string, values ...any) { refuse(400, fmt.Sprintf(format, values...)) }

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case refusal:
			s.writeProblem(w, problem)
		default:
			s.writeProblem(w, refusal{500, fmt.Sprint(problem)})
		}
	}()
	id := strings.TrimPrefix(r.URL.Path, "/lamps/")
	isOne := id != r.URL.Path
	switch {
	case r.URL.Path == "/lamps" && r.Method == "POST":
		s.create(w, r)
	case r.URL.Path == "/lamps" && r.Method == "GET":
		s.list(w, r)
	case r.URL.Path == "/lamps":
		w.Header().Set("Allow", "GET, POST")
		refuse(405, "No such method")
	case isOne:
		s.one(w, r, id)
	default:
		refuse(404, "Nothing here")
	}
}

func (s *service) writeProblem(w http.ResponseWriter, problem refusal) {
	status, kind := problem.status, "application/problem+json"
	if s.has("errors: another status") && status == 400 {
		status = 409
	}
	if s.has("errors: HTML") {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		fmt.Fprintf(w, "<h1>%d</h1>", status)
		return
	}
	if s.has("errors: another media type") {
		kind = "application/json"
	}
	body := map[string]any{"status": status, "title": problem.title}
	if s.has("errors: another shape") {
		delete(body, "title")
	}
	send(w, status, kind, body)
}

func send(w http.ResponseWriter, status int, kind string, value any) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value)
}

func (s *service) credential(r *http.Request) {
	given := r.Header.Get("Authorization")
	switch {
	case s.has("any: no credential"), s.has("replace: no credential") && r.Method == "PUT":
	case s.has("any: every token") && strings.HasPrefix(given, "Bearer ") && len(given) > len("Bearer "):
	case s.has("crash: a wrong token") && given != "" && given != token:
		panic("no such token")
	case given != token:
		refuse(401, "Who are you?")
	}
}

func (s *service) create(w http.ResponseWriter, r *http.Request) {
	s.credential(r)
	values := s.body(r)
	id := strconv.Itoa(len(s.ids) + 1)
	s.ids = append(s.ids, id)
	values["id"] = id
	s.lamps[id] = values
	shown := lamp{}
	for name, value := range values {
		if name != "id" || !s.has("created: no id") {
			shown[name] = value
		}
	}
	status := 201
	if s.has("created: status 200") {
		status = 200
	}
	send(w, status, "application/json", shown)
}

var limits = regexp.MustCompile(`^-?[0-9]{1,9}$`)

func (s *service) list(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if query.Has("limit") {
		text := query.Get("limit")
		limit, _ := strconv.Atoi(text)
		if !limits.MatchString(text) || limit < 1 && !s.has("limit: no minimum") || limit > 50 && !s.has("limit: no maximum") {
			invalid("limit is from 1 to 50")
		}
	}
	if query.Has("since") && !s.has("since: any text") && !isDate(query.Get("since")) {
		invalid("since is a date")
	}
	shop := regexp.MustCompile(`^[a-z]{2,5}$`)
	if s.has("X-Shop: pattern without its end") {
		shop = regexp.MustCompile(`^[a-z]{2,5}`)
	}
	if !s.has("X-Shop: not looked at") && !shop.MatchString(r.Header.Get("X-Shop")) {
		invalid("Which shop?")
	}
	all := []lamp{}
	for _, id := range s.ids {
		if found, ok := s.lamps[id]; ok {
			all = append(all, found)
		}
	}
	if s.has("list: in an object") {
		send(w, 200, "application/json", lamp{"lamps": all})
		return
	}
	send(w, 200, "application/json", all)
}

var ids = regexp.MustCompile(`^[0-9]{1,6}$`)

func (s *service) one(w http.ResponseWriter, r *http.Request, id string) {
	if r.Method != "GET" && r.Method != "PUT" && r.Method != "DELETE" {
		w.Header().Set("Allow", "DELETE, GET, PUT")
		refuse(405, "No such method")
	}
	s.credential(r)
	if !ids.MatchString(id) {
		invalid("Not an id")
	}
	found, ok := s.lamps[id]
	if !ok && s.has("crash: a lamp that does not exist") {
		panic("no such lamp")
	}
	if !ok {
		refuse(404, "No such lamp")
	}
	switch r.Method {
	case "GET":
		shown := lamp{}
		for name, value := range found {
			shown[name] = value
		}
		if s.has("read: watts as text") {
			shown["watts"] = fmt.Sprint(found["watts"])
		}
		send(w, 200, "application/json", shown)
	case "PUT":
		values := lamp{"name": "a", "watts": 1, "owner": "a"}
		if s.has("replace: body not checked") {
			given, _ := s.read(r).(map[string]any)
			for name, value := range given {
				values[name] = value
			}
		} else {
			values = s.body(r)
		}
		values["id"] = id
		s.lamps[id] = values
		send(w, 200, "application/json", values)
	case "DELETE":
		delete(s.lamps, id)
		if s.has("deleted: a text") {
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(w, "Gone")
			return
		}
		w.WriteHeader(204)
	}
}

// read reads the JSON of a body, with its numbers as they are written.
func (s *service) read(r *http.Request) any {
	text, _ := io.ReadAll(r.Body)
	if len(text) == 0 && s.has("crash: no body") {
		panic("no body")
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/json" {
		if len(text) > 0 && s.has("crash: another content type") {
			panic("no JSON")
		}
		refuse(415, "No JSON")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	if err == nil && decoder.Decode(new(any)) != io.EOF {
		err = errors.New("something follows the JSON")
	}
	if err == nil && !utf8.Valid(text) {
		err = errors.New("not UTF-8")
	}
	if err != nil && s.has("crash: broken JSON") {
		panic(err)
	}
	if err != nil {
		invalid("%s", err)
	}
	return value
}

// body reads a lamp.
func (s *service) body(r *http.Request) lamp {
	values, ok := s.read(r).(map[string]any)
	if !ok {
		invalid("Not an object")
	}
	checks := map[string]func(any) any{
		"name": s.name, "watts": s.watts, "owner": s.owner, "color": s.color, "tags": s.tags, "built": s.built,
	}
	for _, name := range []string{"name", "watts", "owner"} {
		if _, ok := values[name]; !ok && !(name == "name" && s.has("name: optional")) {
			invalid("%s is required", name)
		}
	}
	for name, value := range values {
		check, ok := checks[name]
		if ok {
			values[name] = check(value)
		} else if !s.has("unknown properties") {
			invalid("%s is unknown", name)
		}
	}
	return values
}

func text(value any) string {
	text, ok := value.(string)
	if !ok {
		invalid("Not a text")
	}
	return text
}

func (s *service) name(value any) any {
	if number, ok := value.(json.Number); ok && s.has("name: a number is accepted") {
		return number.String()
	}
	least, most := 2, 20
	if s.has("name: no minimum length") {
		least = 0
	}
	if s.has("name: maximum length off by one") {
		most = 21
	}
	name := text(value)
	if length := utf8.RuneCountInString(name); length < least || length > most {
		invalid("name has %d to %d characters", least, most)
	}
	return name
}

func (s *service) watts(value any) any {
	if text, ok := value.(string); ok && s.has("watts: text is converted") {
		value = json.Number(text)
	}
	given, ok := value.(json.Number)
	if !ok {
		invalid("watts is a number")
	}
	number, err := given.Float64()
	most := 100.0
	if s.has("watts: maximum off by one") {
		most = 101
	}
	isWhole := number == math.Trunc(number) || s.has("watts: fractions")
	if err != nil || !isWhole || number > most || number < 1 && !s.has("watts: no minimum") {
		invalid("watts is a whole number from 1 to 100")
	}
	return number
}

func (s *service) owner(value any) any {
	owner := text(value)
	address, err := mail.ParseAddress(owner)
	isEmail := err == nil && address.Address == owner
	if !isEmail && !s.has("owner: any text") && !(s.has("owner: only the @ is looked for") && strings.Contains(owner, "@")) {
		invalid("owner is an email address")
	}
	return owner
}

func (s *service) color(value any) any {
	color := text(value)
	compared := color
	if s.has("color: in any case") {
		compared = strings.ToLower(color)
	}
	if compared != "warm" && compared != "cold" && !s.has("color: any text") {
		invalid("color is warm or cold")
	}
	return color
}

func (s *service) tags(value any) any {
	tags, ok := value.([]any)
	if !ok || len(tags) > 3 && !s.has("tags: no maximum") {
		invalid("tags is a list of at most three")
	}
	for _, tag := range tags {
		if !s.has("tags: items of any type") {
			text(tag)
		}
	}
	return tags
}

var dates = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

func isDate(text string) bool {
	_, err := time.Parse("2006-01-02", text)
	return err == nil
}

func (s *service) built(value any) any {
	built := text(value)
	if !isDate(built) && !s.has("built: any text") && !(s.has("built: only its shape") && dates.MatchString(built)) {
		invalid("built is a date")
	}
	return built
}

func main() {
	addresses := map[string]string{}
	for _, fault := range os.Args[1:] {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			log.Fatal(err)
		}
		addresses[fault] = "http://" + listener.Addr().String()
		go http.Serve(listener, &service{fault: fault, lamps: map[string]lamp{}})
	}
	json.NewEncoder(os.Stdout).Encode(addresses)
	select {}
}
