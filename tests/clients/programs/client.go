// Asks with net/http what each line of standard input says, and prints the answers.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

type request struct {
	Method, Target string
	Headers        map[string]string
	Body           []byte
	Chunked        bool
}

type answer struct {
	Status int    `json:"status"`
	ID     string `json:"id"`
	Body   []byte `json:"body"`
	Error  string `json:"error,omitempty"`
}

var client = http.Client{
	Timeout:   10 * time.Second,
	Transport: &http.Transport{MaxIdleConnsPerHost: 64, ExpectContinueTimeout: 5 * time.Second},
	CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	},
}

func ask(origin string, asked request) (answer, error) {
	var body io.Reader
	if asked.Body != nil {
		body = bytes.NewReader(asked.Body)
	}
	if asked.Chunked {
		body = io.MultiReader(body) // which has no length
	}
	req, err := http.NewRequest(asked.Method, origin+asked.Target, body)
	if err != nil {
		return answer{}, err
	}
	for name, value := range asked.Headers {
		req.Header.Set(name, value)
	}
	response, err := client.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	return answer{Status: response.StatusCode, ID: response.Header.Get("X-Request-Id"), Body: received}, err
}

func askAll(origin string, list []request) []answer {
	answers := make([]answer, len(list))
	for at, asked := range list {
		given, err := ask(origin, asked)
		if err != nil {
			given.Error = err.Error()
		}
		answers[at] = given
	}
	return answers
}

func main() {
	origin := os.Args[1]
	lines := json.NewDecoder(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for {
		var lists [][]request
		if lines.Decode(&lists) != nil {
			return
		}
		answers := make([][]answer, len(lists))
		var all sync.WaitGroup
		for at := range lists {
			all.Add(1)
			go func(at int) {
				defer all.Done()
				answers[at] = askAll(origin, lists[at])
			}(at)
		}
		all.Wait()
		out.Encode(answers)
	}
}
